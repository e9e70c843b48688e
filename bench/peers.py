"""Runs generate calls of Transformers or CTranslate2 for compare.py, one JSON object a line.

In:  {"inputs": [[id, ...], ...], "new_tokens": 64, "calls": 3}
Out: {"seconds": [s, ...], "tokens": [[id, ...], ...]}: the time of every call, the new tokens of the last.
Loading, conversion and tokenization are not timed; what a caller pays for one generate call is.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Protocol

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

        self.translator = ctranslate2.Translator(
            str(self.converted(checkpoint)),
            device="cpu",
            compute_type=self.TYPES[precision],
            inter_threads=1,
            intra_threads=threads,
        )
        tokens = json.loads((self.converted(checkpoint) / "shared_vocabulary.json").read_text())
        self.tokens = tokens
        self.ids = {token: i for i, token in reversed(list(enumerate(tokens)))}

    @staticmethod
    def converted(checkpoint: Path) -> Path:
        from ctranslate2.converters import TransformersConverter

        folder = checkpoint.with_name(checkpoint.name + "-ctranslate2")
        if not (folder / "model.bin").exists():
            TransformersConverter(str(checkpoint)).convert(str(folder), force=True)
        return folder

    def generate(self, inputs: Ids, new_tokens: int) -> Ids:
        results = self.translator.translate_batch(
            [[self.tokens[i] for i in row] for row in inputs],
            beam_size=1,
            min_decoding_length=new_tokens,
            max_decoding_length=new_tokens,
            return_scores=False,
        )
        return [[self.ids[token] for token in result.hypotheses[0]] for result in results]


PEERS = {"transformers": Transformers, "ctranslate2": CTranslate2}


def answer(peer: Peer, inputs: Ids, new_tokens: int, calls: int) -> dict:
    seconds = []
    tokens: Ids = []
    for _ in range(calls):
        start = time.perf_counter()
        tokens = peer.generate(inputs, new_tokens)
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds, "tokens": tokens}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--precision", choices=("fp32", "int8"), default="fp32")
    parser.add_argument("--threads", type=int, required=True)
    arguments = parser.parse_args()

    peer = PEERS[arguments.peer](arguments.checkpoint, arguments.precision, arguments.threads)
    print(json.dumps({"ready": arguments.peer}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(peer, **json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
