"""Error rates of g2p-en on words it was not trained on, measured through the service.

Usage: python evaluate.py [--url http://localhost:8080] [--words 1000] [--beams 1]
Needs nothing but Python and a running service. Words are split by hash as train.py does it; any listed pronunciation counts.
"""

import argparse
import hashlib
import json
import random
import urllib.request
from collections import defaultdict
from pathlib import Path

BATCH = 4


def pronunciations():
    listed = defaultdict(list)
    for line in Path(__file__).with_name("cmudict.dict").read_text(encoding="utf-8").splitlines():
        word, *phonemes = line.split("#")[0].split() or [""]
        word = word.split("(")[0]
        if word.replace("'", "").replace("-", "").replace(".", "").isalpha():
            listed[word].append(phonemes)
    return listed


def is_test(word):
    return int(hashlib.sha256(word.encode()).hexdigest()[:8], 16) % 100 < 3


def distance(left, right):
    row = list(range(len(right) + 1))
    for i, x in enumerate(left, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(right, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def generate(url, inputs, beams):
    body = {"inputs": inputs, "parameters": {"num_beams": beams}}
    request = urllib.request.Request(url + "/generate", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return [item["generated_text"] for item in json.load(answer)]


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--url", default="http://localhost:8080")
    options.add_argument("--words", type=int, default=1000)
    options.add_argument("--beams", type=int, default=1)
    options = options.parse_args()
    listed = pronunciations()
    words = random.Random(1).sample(sorted(filter(is_test, listed)), options.words)
    wrong = errors = phonemes = 0
    for start in range(0, len(words), BATCH):
        batch = words[start : start + BATCH]
        for word, text in zip(batch, generate(options.url, ["pronounce: " + word for word in batch], options.beams)):
            best = min(listed[word], key=lambda reference: distance(text.split(), reference))
            edits = distance(text.split(), best)
            wrong += edits > 0
            errors += edits
            phonemes += len(best)
    print(f"{len(words)} test words, {options.beams} beam(s): word error {wrong / len(words):.1%}, "
          f"phoneme error {errors / phonemes:.1%}")


if __name__ == "__main__":
    main()
