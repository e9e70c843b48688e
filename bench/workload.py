"""What is asked of every engine: the cases, and inputs that have one token a word, so that ids and text say the same."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

NEW_TOKENS = 64
END_OF_SEQUENCE = 1
WORD_START = "\u2581"


@dataclass(frozen=True)
class Case:
    batch: int
    encoder_length: int

    def __str__(self) -> str:
        return f"batch {self.batch}, encoder {self.encoder_length}"


CASES = {f"{batch}x{length}": Case(batch, length) for length in (64, 512) for batch in (1, 8)}


@dataclass(frozen=True)
class Inputs:
    ids: list[list[int]]
    texts: list[str]


class Vocabulary:
    """The words of a tokenizer that it never splits."""

    def __init__(self, tokenizer_file: Path):
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(tokenizer_file))
        pieces = json.loads(tokenizer_file.read_text(encoding="utf-8"))["model"]["vocab"]
        words = [piece[1:] for piece, _ in pieces if piece.startswith(WORD_START) and piece[1:].isascii()]
        encoded = tokenizer.encode_batch([word for word in words if word.isalpha()], add_special_tokens=False)
        self.tokenizer = tokenizer
        self.words = [piece.tokens[0][1:] for piece in encoded if len(piece.ids) == 1]

    def inputs(self, case: Case, seed: int) -> Inputs:
        generator = random.Random(seed)
        texts = [" ".join(generator.choices(self.words, k=case.encoder_length - 1)) for _ in range(case.batch)]
        ids = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        if any(len(row) != case.encoder_length or row[-1] != END_OF_SEQUENCE for row in ids):
            raise AssertionError(f"a text of {case} has another length in tokens")
        return Inputs(ids, texts)
