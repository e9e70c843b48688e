"""Writes what Transformers' WhisperFeatureExtractor makes of a signal that is a formula, as goldens for LogMelTests.

    python src/test/python/log_mel_reference.py [--out src/test/resources/goldens/log-mel.json]

The signal is noise whose loudness falls by a factor of ten each second, five times over; its length makes the last frame
reach behind its end. A golden holds the bands, the signal's samples, and of some frames their features.
"""

import argparse
import json
import pathlib

import numpy
import transformers
from transformers import WhisperFeatureExtractor

RATE = 16_000


def signal(samples):
    i = numpy.arange(samples, dtype=numpy.int64)
    noise = ((i * i * 31 + i * 7919) % 65_536 - 32_768) / 32_768.0
    return (noise * 10.0 ** -(i // RATE % 5)).astype(numpy.float32)


def golden(bands, samples, frames):
    extractor = WhisperFeatureExtractor(feature_size=bands)
    whole = samples > 30 * RATE
    options = {"truncation": False, "padding": "longest"} if whole else {}
    features = extractor(signal(samples), sampling_rate=RATE, return_tensors="np", **options).input_features[0]
    return {
        "bands": bands,
        "samples": samples,
        "frames": [{"frame": f, "features": [round(float(v), 6) for v in features[:, f]]} for f in frames],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("src/test/resources/goldens/log-mel.json"))
    arguments = parser.parse_args()
    long = [0, 1, 2, 999, 1000, 1001, 2998, 2999, 3000, 3001, 3498, 3499]
    goldens = [golden(bands, 35 * RATE + 37, long) for bands in (80, 128)]
    goldens += [golden(bands, 5 * RATE + 11, [0, 1, 250, 499, 500, 501, 2999]) for bands in (80, 128)]
    document = {"transformers": transformers.__version__, "goldens": goldens}
    arguments.out.write_text(json.dumps(document) + "\n")


if __name__ == "__main__":
    main()
