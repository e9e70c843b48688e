"""Takes Silero VAD's weights from its package, and writes what the package makes of recordings and probabilities.

    python src/test/python/voice_activity_reference.py weights src/main/resources/voice-activity
    python src/test/python/voice_activity_reference.py goldens src/test/resources/goldens-vad [CLIP.wav ...]

Needs torch, numpy, safetensors and silero-vad 6.2.3. The safetensors file inside that package holds the weights of an
older network than the one it runs, silero_vad.jit; these are the latter's, without the table of its Fourier transform,
which is a formula (torch.hann_window and torch.fft.rfft).
Goldens: `recordings.json`, recordings that are put together from parts, with the probability of each chunk and the
segments; `probabilities.json`, random probabilities with the segments they make under random settings; with clips,
`clips.json`, the segments of each. Random numbers are those of the generator below, which the tests repeat.
"""

import json
import pathlib
import sys
import wave

import numpy
import silero_vad
import torch
from safetensors.torch import save_file
from silero_vad.utils_vad import get_speech_timestamps, get_speech_timestamps_from_probs

CHUNK = 512
NAMES = {
    "encoder.0.reparam_conv": "conv1",
    "encoder.1.reparam_conv": "conv2",
    "encoder.2.reparam_conv": "conv3",
    "encoder.3.reparam_conv": "conv4",
    "decoder.rnn": "lstm_cell",
    "decoder.decoder.2": "final_conv",
}
SAMPLE = pathlib.Path(__file__).parents[3] / "samples" / "librivox_austen_0870.wav"


class Uniform:
    """The linear congruential generator of Numerical Recipes; numbers from 0 to 1."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (1664525 * self.state + 1013904223) % 2**32
        return self.state / 2**32


def read(path):
    with wave.open(str(path)) as clip:
        if (clip.getframerate(), clip.getnchannels(), clip.getsampwidth()) != (16000, 1, 2):
            return None
        frames = numpy.frombuffer(clip.readframes(clip.getnframes()), "<i2")
    return frames.astype(numpy.float32) / 32768


def part(kind, samples=0, gain=1.0, seed=0):
    return {"kind": kind, "samples": samples, "gain": gain, "seed": seed}


def samples(spec):
    if spec["kind"] == "clip":
        return read(SAMPLE) * numpy.float32(spec["gain"])
    if spec["kind"] == "noise":
        uniform = Uniform(spec["seed"])
        return numpy.array([(uniform.next() - 0.5) * 2 * spec["gain"] for _ in range(spec["samples"])], numpy.float32)
    return numpy.zeros(spec["samples"], numpy.float32)


RECORDINGS = {
    "one clip": [part("clip")],
    "silence": [part("silence", 50000)],
    "noise": [part("noise", 80001, 0.3, 11)],
    "faint noise": [part("noise", 40000, 0.001, 12)],
    "one sample": [part("noise", 1, 0.5, 13)],
    "clips apart": [
        part("silence", 20011), part("clip"), part("noise", 30000, 0.01, 14), part("clip", gain=0.2),
        part("silence", 1600), part("clip"), part("silence", 777),
    ],
    "clips without a break": [part("clip"), part("clip"), part("clip")],
}  # fmt: skip


def pairs(segments):
    return [[segment["start"], segment["end"]] for segment in segments]


def recording(model, name, parts):
    audio = torch.from_numpy(numpy.concatenate([samples(spec) for spec in parts]))
    whole = torch.nn.functional.pad(audio, (0, -len(audio) % CHUNK))
    probabilities = model.audio_forward(whole.unsqueeze(0), 16000)[0].tolist()
    limits = {
        str(limit): pairs(get_speech_timestamps(audio, model, max_speech_duration_s=limit / 1000))
        for limit in (1500, 5000, 30000)
    }
    return {
        "name": name,
        "parts": parts,
        "probabilities": [round(probability, 6) for probability in probabilities],
        "segments": pairs(get_speech_timestamps(audio, model)),
        "segments_with_max_speech_ms": limits,
    }


def walk(seed, chunks):
    """Speech and silence in turns, both with dips."""
    uniform = Uniform(seed)
    speech, probabilities = False, []
    for _ in range(chunks):
        if uniform.next() < 0.06:
            speech = not speech
        probabilities.append((0.7 if speech else 0.25) + (uniform.next() - 0.5) * 0.5)
    return probabilities


def pick(uniform, values):
    return values[int(uniform.next() * len(values))]


def random_case(seed):
    uniform = Uniform(seed + 1000)
    chunks = pick(uniform, [1, 7, 40, 200, 600])
    settings = {
        "threshold": pick(uniform, [0.5, 0.6]),
        "neg_threshold": pick(uniform, [0.35, 0.2, 0.5]),
        "min_speech_duration_ms": pick(uniform, [0, 250, 250, 1000]),
        "min_silence_duration_ms": pick(uniform, [0, 20, 100, 100, 500, 2000]),
        "speech_pad_ms": pick(uniform, [0, 30, 30, 31, 200, 400]),
    }
    limit = pick(uniform, [None, None, 1000, 3000, 8000])
    length = chunks * CHUNK - pick(uniform, [0, 1, 255, 511])
    segments = get_speech_timestamps_from_probs(
        walk(seed, chunks),
        audio_length_samples=length,
        max_speech_duration_s=float("inf") if limit is None else limit / 1000,
        **settings,
    )
    return {"seed": seed, "samples": length, **settings, "max_speech_duration_ms": limit, "segments": pairs(segments)}


def write(path, content):
    facts = {"package": "silero-vad 6.2.3", "script": "src/test/python/voice_activity_reference.py"}
    lines = ",\n".join(json.dumps(case) for case in content)
    head = ", ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in facts.items())
    path.write_text(f'{{{head}, "cases": [\n{lines}\n]}}\n')


def goldens(folder, clips):
    torch.set_grad_enabled(False)
    model = silero_vad.load_silero_vad()
    write(folder / "recordings.json", [recording(model, name, parts) for name, parts in RECORDINGS.items()])
    write(folder / "probabilities.json", [random_case(seed) for seed in range(400)])
    audio = {path.name: read(path) for path in map(pathlib.Path, clips)}
    found = [
        {"clip": name, "segments": pairs(get_speech_timestamps(torch.from_numpy(samples), model))}
        for name, samples in sorted(audio.items())
        if samples is not None
    ]
    if found:
        write(folder / "clips.json", found)


def weights(folder):
    state = silero_vad.load_silero_vad().state_dict()
    tensors = {}
    for name, tensor in state.items():
        if name.startswith("_model.") and "stft" not in name:
            name = name.removeprefix("_model.")
            for old, new in NAMES.items():
                name = name.replace(old, new)
            tensors[name] = tensor.clone().contiguous()
    source = {"source": "silero-vad 6.2.3, silero_vad.jit, the network for 16 kHz", "license": "MIT"}
    save_file(tensors, folder / "silero_vad_16k.safetensors", metadata=source)


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    if sys.argv[1] == "weights":
        weights(target)
    else:
        goldens(target, sys.argv[3:])
