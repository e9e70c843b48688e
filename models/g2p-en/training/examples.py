"""Training examples: which words, how often, in which of the two tasks, and cut into micro-batches."""

import random
from itertools import groupby

import torch

from dictionary import PRONOUNCE, SPELL, is_training, most_frequent
from model import IGNORED, encode

ACCENTED = str.maketrans("aeiouncy", "áéïöüñçý")


class Examples:
    """Draws examples from the training words.

    Frequent words come more often, for they are irregular and matter most. Phrases begin at PHRASES_FROM of the
    training, when single words are nearly learned. Until FULL_PREFIX_FROM most inputs carry only the last two bytes
    of their prefix: what follows is learned as well and an example costs a third less.
    """

    POOL = 32_768
    PHRASES_FROM, PHRASES = 0.4, 0.1
    FULL_PREFIX_FROM, FULL_PREFIX = 0.85, 0.1
    SPELL = 0.2
    FIRST_PRONUNCIATION = 0.9
    CAPITALISED, ACCENTS = 0.03, 0.01

    def __init__(self, listed, seed, micro_batch_tokens):
        self.listed, self.seed, self.micro_batch_tokens = listed, seed, micro_batch_tokens
        self.words = [word for word in listed if is_training(word)]
        frequent = most_frequent(listed, 20_000)
        often, quite = set(frequent[:3_000]), set(frequent)
        weight = {word: 3 if word in often else 1.5 if word in quite else 1 for word in self.words}
        total, self.cumulative = 0, []
        for word in self.words:
            total += weight[word]
            self.cumulative.append(total)

    def pool(self, number, progress):
        """Returns the shuffled micro-batches of pool `number`; the same for the same seed, number and progress."""
        rng = random.Random(f"{self.seed}/{number}")
        words = iter(rng.choices(self.words, cum_weights=self.cumulative, k=4 * self.POOL))
        examples = [self._example(rng, words, progress) for _ in range(self.POOL)]
        batches = list(self._micro_batches(examples))
        rng.shuffle(batches)
        return batches

    def _example(self, rng, words, progress):
        phrase = progress >= self.PHRASES_FROM and rng.random() < self.PHRASES
        chosen = [next(words) for _ in range(rng.randint(2, 4) if phrase else 1)]
        spoken = " / ".join(self._pronunciation(rng, word) for word in chosen)
        written = " ".join(chosen)
        if rng.random() < self.SPELL:
            prefix, text, answer = SPELL, spoken, written
        else:
            prefix, text, answer = PRONOUNCE, self._as_people_write(rng, written), spoken
        if progress < self.FULL_PREFIX_FROM and rng.random() >= self.FULL_PREFIX:
            prefix = prefix[-2:]
        return encode(prefix + text), encode(answer)

    def _pronunciation(self, rng, word):
        listed = self.listed[word]
        return listed[0] if rng.random() < self.FIRST_PRONUNCIATION else rng.choice(listed)

    def _as_people_write(self, rng, text):
        draw = rng.random()
        if draw < self.CAPITALISED:
            return rng.choice([text.capitalize(), text.title(), text.upper()])
        if draw < self.CAPITALISED + self.ACCENTS:
            place = rng.randrange(len(text))
            return text[:place] + text[place].translate(ACCENTED) + text[place + 1 :]
        return text

    def _micro_batches(self, examples):
        """Yields inputs [B, S] of one length and targets [B, T] of nearly one, of some `micro_batch_tokens` in all."""
        examples.sort(key=lambda example: (len(example[0]), len(example[1])))
        for length, group in groupby(examples, key=lambda example: len(example[0])):
            group = list(group)
            while group:
                size = length + self._rounded(len(group[0][1]), 4) + 4
                rows = max(16, self.micro_batch_tokens // size // 16 * 16)
                yield self._tensors(group[:rows])
                group = group[rows:]

    @staticmethod
    def _rounded(size, unit):
        return -(-size // unit) * unit

    def _tensors(self, batch):
        """Rounds shapes up by rows and columns that are ignored, so that kernels compiled for a shape serve often."""
        batch = batch + [(batch[0][0], [])] * (self._rounded(len(batch), 16) - len(batch))
        longest = self._rounded(max(len(target) for _, target in batch), 4)
        targets = [target + [IGNORED] * (longest - len(target)) for _, target in batch]
        return torch.tensor([inputs for inputs, _ in batch]), torch.tensor(targets)
