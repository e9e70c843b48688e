"""Transcribes files with faster-whisper or Transformers for speech.py, one JSON object a line.

In:  {"file": "clip.wav", "vad": false, "timestamps": false, "mode": "sequential", "calls": 2}
Out: {"seconds": [s, ...], "text": "..."}: the time of every call, the text of the last.
A call reads the file, decodes it and computes its features; loading and conversion of the model are not timed.
All is greedy, in English, without a second try at a higher temperature and without the text before as a prompt.
"""

import argparse
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from peers import converted
from timed import serve

# Windows of one recording that are decoded together, as many as Cistern has rows for the model.
BATCH = 8
FILES = ("tokenizer.json", "preprocessor_config.json")


class Peer(Protocol):
    def transcribe(self, file: str, vad: bool, timestamps: bool, mode: str) -> str: ...


class FasterWhisper:
    TYPES = {"fp32": "float32", "int8": "int8"}

    def __init__(self, checkpoint: Path, precision: str, threads: int, work: Path):
        from faster_whisper import BatchedInferencePipeline, WhisperModel

        folder = converted(checkpoint, work / "ctranslate2", FILES)
        model = WhisperModel(str(folder), device="cpu", compute_type=self.TYPES[precision], cpu_threads=threads)
        self.modes = {"sequential": (model, {}), "batched": (BatchedInferencePipeline(model), {"batch_size": BATCH})}

    def transcribe(self, file: str | BinaryIO, vad: bool, timestamps: bool, mode: str) -> str:
        model, settings = self.modes[mode]
        segments, _ = model.transcribe(
            file,
            language="en",
            beam_size=1,
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=not timestamps,
            vad_filter=vad,
            **settings,
        )
        return "".join(segment.text for segment in segments)


class Transformers:
    """PyTorch with its fused attention; reads files as faster-whisper does."""

    def __init__(self, checkpoint: Path, precision: str, threads: int, work: Path):
        import torch
        from faster_whisper.audio import decode_audio
        from transformers import AutoTokenizer, WhisperFeatureExtractor, WhisperForConditionalGeneration

        if precision != "fp32":
            raise SystemExit(f"Transformers is measured in fp32, not in {precision}")
        torch.set_num_threads(threads)
        self.torch = torch
        self.decode = decode_audio
        self.extractor = WhisperFeatureExtractor.from_pretrained(checkpoint)
        self.tokenizer = AutoTokenizer.from_pretrained(checkpoint)
        self.model = WhisperForConditionalGeneration.from_pretrained(
            checkpoint, dtype=torch.float32, attn_implementation="sdpa"
        ).eval()
        self.language = {"language": "en", "task": "transcribe"} if self.model.generation_config.is_multilingual else {}

    def transcribe(self, file: str, vad: bool, timestamps: bool, mode: str) -> str:
        if vad or timestamps or mode != "sequential":
            raise ValueError("Transformers is measured on one window without voice activity and timestamps")
        samples = self.decode(file)
        with self.torch.inference_mode():
            features = self.extractor(samples, sampling_rate=16000, return_tensors="pt").input_features
            ids = self.model.generate(
                features, do_sample=False, num_beams=1, return_timestamps=False, **self.language
            )
        return self.tokenizer.decode(ids[0], skip_special_tokens=True)


PEERS = {"faster-whisper": FasterWhisper, "transformers": Transformers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--precision", choices=("fp32", "int8"), default="fp32")
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder for the converted model")
    arguments = parser.parse_args()

    peer: Peer = PEERS[arguments.peer](arguments.checkpoint, arguments.precision, arguments.threads, arguments.work)

    def transcribe(**request: Any) -> dict[str, str]:
        return {"text": peer.transcribe(**request)}

    serve(transcribe)


if __name__ == "__main__":
    main()
