"""Re-makes ../reference/cases.json: what Transformers answers to some inputs with the weights beside it.

Usage: python reference.py [DIRECTORY OF THE MODEL]
Ids and text of greedy search, and ids, texts and scores of four beams, in fp32.
"""

import argparse
import json
from pathlib import Path

import torch
from transformers import T5ForConditionalGeneration

from model import END, decode, encode

INPUTS = [
    "pronounce: hello",
    "pronounce: encyclopedia",
    "pronounce: extraordinary",
    "pronounce: the quick brown fox",
    "pronounce: zyzzyva",
    "pronounce: don't",
    "spell: HH AH0 L OW1",
    "spell: W ER1 L D",
    "pronounce: Chicago",
    "pronounce: naïve café",
    "pronounce: a",
    "pronounce: antidisestablishmentarianism",
    "hello",
    "pronounce: colonel / kernel",
    "spell: K AE1 T / D AO1 G",
]
BEAMS = 4


def answer(model, text):
    inputs = torch.tensor([encode(text)])
    greedy = model.generate(inputs, do_sample=False, num_beams=1)[0].tolist()
    beams = model.generate(
        inputs,
        do_sample=False,
        num_beams=BEAMS,
        num_return_sequences=BEAMS,
        return_dict_in_generate=True,
        output_scores=True,
    )
    sequences = [until_end(ids) for ids in beams.sequences.tolist()]
    return {
        "inputs": text,
        "ids": until_end(greedy),
        "text": decode(until_end(greedy)),
        "beam4_ids": sequences,
        "beam4_texts": [decode(ids) for ids in sequences],
        "beam4_scores": [round(score, 6) for score in beams.sequences_scores.tolist()],
    }


def until_end(ids):
    """Drops the start and what follows the end."""
    ids = ids[1:]
    return ids[: ids.index(END) + 1] if END in ids else ids


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("model", type=Path, nargs="?", default=Path(__file__).resolve().parent.parent)
    options = options.parse_args()
    model = T5ForConditionalGeneration.from_pretrained(options.model, dtype=torch.float32).eval()
    cases = {
        "library": "transformers",
        "checkpoint": "g2p-en",
        "cases": [answer(model, text) for text in INPUTS],
    }
    file = options.model / "reference" / "cases.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(cases, indent=1, ensure_ascii=False))
    print(f"{file}: {len(INPUTS)} cases")


if __name__ == "__main__":
    main()
