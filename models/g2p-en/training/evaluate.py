"""Error rates of g2p-en, measured through a running service; prints Markdown for the model card.

Usage: python evaluate.py [--url http://localhost:8080] [--words 1000] [--beams 1 4] [--sets test training ...]
Needs nothing but Python, and the package wordfreq for the set `common`. Any answer that the dictionary lists counts.
"""

import argparse
import json
import random
import urllib.request
from collections import defaultdict

from dictionary import PRONOUNCE, SPELL, distance, is_test, is_training, most_frequent, pronunciations

LENGTHS = [(1, 4), (5, 6), (7, 8), (9, 10), (11, 99)]
TITLES = {
    "test": "held out (test)",
    "training": "seen in training",
    "common": "2,000 most frequent",
    "phrases": "test words in phrases of 2 to 4",
    "spell": "spelled from their sounds (test)",
}


class Tally:
    """Words, wrong words, symbols of the nearest reference, and the edits to it."""

    def __init__(self):
        self.words = self.wrong = self.symbols = self.edits = 0

    def add(self, answer, references):
        edits, symbols = min((distance(answer, reference), len(reference)) for reference in references)
        self.words += 1
        self.wrong += edits > 0
        self.symbols += symbols
        self.edits += edits

    def __str__(self):
        return f"{self.wrong / self.words:.1%} | {self.edits / self.symbols:.1%}"


class Service:
    """Answers of a running service."""

    def __init__(self, url, batch):
        self.url, self.batch = url, batch

    def answers(self, inputs, beams):
        for start in range(0, len(inputs), self.batch):
            yield from self._generate(inputs[start : start + self.batch], beams)

    def _generate(self, inputs, beams):
        body = {"inputs": inputs, "parameters": {"num_beams": beams}}
        request = urllib.request.Request(
            self.url + "/generate", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return [item["generated_text"] for item in json.load(answer)]


class Questions:
    """What is asked in each set: texts, and the words that each is about."""

    def __init__(self, listed, count):
        self.listed = listed
        self.test = self._sample(is_test, count)
        self.spellings = defaultdict(list)
        for word, spoken in listed.items():
            for one in spoken:
                self.spellings[one].append(word)
        self.sets = {
            "test": self._pronounce([word] for word in self.test),
            "training": self._pronounce([word] for word in self._sample(is_training, count)),
            "phrases": self._pronounce(self._phrases()),
            "spell": [(SPELL + listed[word][0], [word]) for word in self.test],
        }

    def add_common(self):
        self.sets["common"] = self._pronounce([word] for word in most_frequent(self.listed, 2_000))

    def references(self, name, word):
        """Returns the right answers about a word, as sequences of symbols."""
        if name == "spell":
            return self.spellings[self.listed[word][0]]
        return [one.split() for one in self.listed[word]]

    def _sample(self, fold, count):
        words = list(filter(fold, self.listed))
        return random.Random(1).sample(words, min(count, len(words)))

    def _phrases(self):
        words, size = list(self.test), 2
        while len(words) >= size:
            yield [words.pop() for _ in range(size)]
            size = size + 1 if size < 4 else 2

    def _pronounce(self, phrases):
        return [(PRONOUNCE + " ".join(words), words) for words in phrases]


def measure(service, questions, name, beams, by_length):
    total = Tally()
    asked = questions.sets[name]
    for (_, words), text in zip(asked, service.answers([text for text, _ in asked], beams)):
        parts = [text] if name == "spell" else [part.split() for part in text.split(" / ")]
        for i, word in enumerate(words):
            answer, references = parts[i] if i < len(parts) else [], questions.references(name, word)
            total.add(answer, references)
            if name == "test":
                by_length[next(length for length in LENGTHS if len(word) <= length[1]), beams].add(answer, references)
    return total


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--url", default="http://localhost:8080")
    options.add_argument("--words", type=int, default=1000, help="words of each set, but for the common ones")
    options.add_argument("--beams", type=int, nargs="+", default=[1, 4])
    options.add_argument("--sets", nargs="+", choices=list(TITLES), default=list(TITLES))
    options.add_argument("--batch", type=int, default=4, help="inputs of a request; the service has a bound")
    options = options.parse_args()
    service = Service(options.url, options.batch)
    questions = Questions(pronunciations(), options.words)
    if "common" in options.sets:
        questions.add_common()

    by_length = defaultdict(Tally)
    table("words", options.beams)
    for name in options.sets:
        row(TITLES[name], [measure(service, questions, name, beams, by_length) for beams in options.beams])
    if "test" in options.sets:
        print()
        table("letters of a test word", options.beams)
        for length in LENGTHS:
            row("{} to {}".format(*length), [by_length[length, beams] for beams in options.beams])


def table(first, beams):
    searches = ["greedy" if one == 1 else f"{one} beams" for one in beams]
    print(f"| {first} | number | " + " | ".join(f"word error, {one} | symbol error" for one in searches) + " |")
    print("| --- | --- |" + " --- | --- |" * len(beams))


def row(title, tallies):
    if tallies[0].words:
        print(f"| {title} | {tallies[0].words} | " + " | ".join(map(str, tallies)) + " |", flush=True)


if __name__ == "__main__":
    main()
