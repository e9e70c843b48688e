"""The CMU Pronouncing Dictionary beside this file, split into words for training, development and testing."""

import hashlib
from collections import defaultdict
from pathlib import Path

PRONOUNCE, SPELL = "pronounce: ", "spell: "


def pronunciations():
    """Returns the pronunciations of each word, the usual one first, as strings of phonemes."""
    listed = defaultdict(list)
    for line in Path(__file__).with_name("cmudict.dict").read_text(encoding="utf-8").splitlines():
        word, *phonemes = line.split("#")[0].split() or [""]
        word = word.split("(")[0]
        if word.replace("'", "").replace("-", "").replace(".", "").isalpha():
            listed[word].append(" ".join(phonemes))
    return dict(sorted(listed.items()))


def fold(word):
    """Returns 0 to 99 by the word's SHA-256: 0 to 2 test, 3 is for development, the rest trains."""
    return int(hashlib.sha256(word.encode()).hexdigest()[:8], 16) % 100


def is_test(word):
    return fold(word) < 3


def is_development(word):
    return fold(word) == 3


def is_training(word):
    return fold(word) > 3


def most_frequent(words, count):
    """Returns the `count` most frequent English words among `words`, by the list of the wordfreq package."""
    from wordfreq import top_n_list

    return [word for word in top_n_list("en", 100_000) if word in words][:count]


def distance(left, right):
    """Returns the edits (insertions, deletions, substitutions) between two sequences."""
    row = list(range(len(right) + 1))
    for i, x in enumerate(left, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(right, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]
