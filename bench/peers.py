"""Runs generate calls of Transformers or CTranslate2 for compare.py, one JSON object a line.

In:  {"inputs": [[id, ...], ...], "new_tokens": 64, "calls": 3}
Out: {"seconds": [s, ...], "tokens": [[id, ...], ...]}: the time of every call, the new tokens of the last.
Loading, conversion and tokenization are not timed; what a caller pays for one generate call is.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from timed import serve

Ids = list[list[int]]


class Peer(Protocol):
    def generate(self, inputs: Ids, new_tokens: int) -> Ids: ...


class Transformers:
    """PyTorch with its fused attention, no gradients and the cache that generate chooses by itself."""

    def __init__(self, checkpoint: Path, precision: str, threads: int):
        import torch
        from transformers import T5ForConditionalGeneration

        if precision != "fp32":
            raise SystemExit(f"Transformers is measured in fp32, not in {precision}")
        torch.set_num_threads(threads)
        self.torch = torch
        self.model = T5ForConditionalGeneration.from_pretrained(
            checkpoint, dtype=torch.float32, attn_implementation="sdpa"
        ).eval()

    def generate(self, inputs: Ids, new_tokens: int) -> Ids:
        with self.torch.inference_mode():
            ids = self.torch.tensor(inputs)
            output = self.model.generate(
                input_ids=ids,
                attention_mask=self.torch.ones_like(ids),
                do_sample=False,
                num_beams=1,
                min_new_tokens=new_tokens,
                max_new_tokens=new_tokens,
            )
            return output[:, 1:].tolist()


class CTranslate2:
    """One replica over all cores; the model is converted on first use and kept beside the checkpoint."""

    TYPES = {"fp32": "float32", "int8": "int8"}

    def __init__(self, checkpoint: Path, precision: str, threads: int):
        import ctranslate2

        folder = converted(checkpoint, checkpoint.with_name(checkpoint.name + "-ctranslate2"))
        self.translator = ctranslate2.Translator(
            str(folder),
            device="cpu",
            compute_type=self.TYPES[precision],
            inter_threads=1,
            intra_threads=threads,
        )
        tokens = json.loads((folder / "shared_vocabulary.json").read_text())
        self.tokens = tokens
        self.ids = {token: i for i, token in reversed(list(enumerate(tokens)))}

    def generate(self, inputs: Ids, new_tokens: int) -> Ids:
        results = self.translator.translate_batch(
            [[self.tokens[i] for i in row] for row in inputs],
            beam_size=1,
            min_decoding_length=new_tokens,
            max_decoding_length=new_tokens,
            return_scores=False,
        )
        return [[self.ids[token] for token in result.hypotheses[0]] for result in results]


def converted(checkpoint: Path, folder: Path, files: Sequence[str] = ()) -> Path:
    """Converts to CTranslate2's format on first use; the files are copied."""
    from ctranslate2.converters import TransformersConverter

    if not (folder / "model.bin").exists():
        TransformersConverter(str(checkpoint), copy_files=list(files)).convert(str(folder), force=True)
    return folder


PEERS = {"transformers": Transformers, "ctranslate2": CTranslate2}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--precision", choices=("fp32", "int8"), default="fp32")
    parser.add_argument("--threads", type=int, required=True)
    arguments = parser.parse_args()

    peer = PEERS[arguments.peer](arguments.checkpoint, arguments.precision, arguments.threads)
    serve(lambda **request: {"tokens": peer.generate(**request)})


if __name__ == "__main__":
    main()
