"""Writes what Transformers' logits processors make of random scores, as goldens for LogitsProcessorsGoldenTests.

    python src/test/python/logits_reference.py [--seed 20261130] [--out src/test/resources/goldens-logits]

The processors come from GenerationMixin._get_logits_processor of a tiny T5, so their order is checked as well. Frequency
and presence penalty, which Transformers does not have, are OpenAI's formula and enter as a custom processor. Whisper's
processors enter as custom ones too, as its own generate() does it.
A file holds cases; a case holds the parameters (named as in GenerationConfig), end-of-sequence ids, prompt length,
history, scores and the expected scores, where null stands for negative infinity.
"""

import argparse
import json
import math
import pathlib

import numpy
import torch
import transformers
from transformers import GenerationConfig, LogitsProcessorList, T5Config, T5ForConditionalGeneration
from transformers.generation.logits_process import (
    LogitsProcessor,
    SuppressTokensAtBeginLogitsProcessor,
    WhisperTimeStampLogitsProcessor,
)

VOCABULARY = 48
EOS = [1]


class OccurrencePenalty(LogitsProcessor):
    def __init__(self, frequency, presence, prompt_length):
        self.frequency, self.presence, self.prompt_length = frequency, presence, prompt_length

    def __call__(self, input_ids, scores):
        vocabulary = scores.shape[-1]
        counts = torch.stack([torch.bincount(row, minlength=vocabulary) for row in input_ids[:, self.prompt_length :]])
        return scores - counts * self.frequency - (counts > 0) * self.presence


class Reference:
    def __init__(self, seed):
        self.generator = numpy.random.default_rng(seed)
        config = T5Config(vocab_size=VOCABULARY, d_model=8, d_kv=4, d_ff=8, num_layers=1, num_heads=2)
        self.model = T5ForConditionalGeneration(config)

    def logits(self, vocabulary=VOCABULARY, scale=3.0):
        return self.generator.normal(0, scale, vocabulary).astype(numpy.float32)

    def log_probabilities(self):
        return torch.log_softmax(torch.tensor(self.logits()), -1).numpy()

    def history(self, length, tokens=VOCABULARY):
        """A decoder start token and few distinct others, so that n-grams repeat."""
        return [0] + self.generator.integers(2, tokens, length - 1).tolist()

    def case(self, parameters, history, scores, prompt_length=1, eos=EOS):
        frequency = parameters.get("frequency_penalty", 0.0)
        presence = parameters.get("presence_penalty", 0.0)
        speech = ("begin_suppress_tokens", "timestamps")
        known = {k: v for k, v in parameters.items() if k not in ("frequency_penalty", "presence_penalty", *speech)}
        warps = {"temperature", "top_k", "top_p", "typical_p"} & parameters.keys()
        config = GenerationConfig(**{"top_k": 0, "do_sample": bool(warps), **known})
        config._eos_token_tensor = torch.tensor(eos) if eos else None
        custom = LogitsProcessorList()
        if "begin_suppress_tokens" in parameters:
            custom.append(SuppressTokensAtBeginLogitsProcessor(parameters["begin_suppress_tokens"], prompt_length))
        if "timestamps" in parameters:
            custom.append(timestamp_rules(parameters["timestamps"], eos[0], prompt_length))
        if frequency or presence:
            custom.append(OccurrencePenalty(frequency, presence, prompt_length))
        processors = self.model._get_logits_processor(
            config, input_ids_seq_length=prompt_length, logits_processor=custom, device="cpu"
        )
        processed = processors(torch.tensor([history]), torch.tensor(scores)[None].clone())[0]
        return {
            "parameters": parameters,
            "eos": eos,
            "prompt_length": prompt_length,
            "history": history,
            "scores": numbers(scores),
            "expected": numbers(processed.numpy()),
        }


def timestamp_rules(timestamps, eos, prompt_length):
    config = GenerationConfig(
        eos_token_id=eos,
        no_timestamps_token_id=timestamps["first"] - 1,
        max_initial_timestamp_index=timestamps["latest_initial_index"],
    )
    return WhisperTimeStampLogitsProcessor(config, begin_index=prompt_length)


def numbers(scores):
    """Shortest decimals that read back as the same float32."""
    return [None if value == -math.inf else float(str(value)) for value in scores.astype(numpy.float32)]


def repetition_penalty(r):
    for penalty in (0.7, 1.2, 2.5):
        yield r.case({"repetition_penalty": penalty}, r.history(12, 8), r.logits())
        yield r.case({"repetition_penalty": penalty}, r.history(12, 8), r.log_probabilities())
    yield r.case({"repetition_penalty": 1.3}, [0, 3, 3, 5], r.logits(), prompt_length=4)


def occurrence_penalty(r):
    for frequency, presence in ((0.5, 0.0), (0.0, 0.8), (1.5, -0.4), (-2.0, 2.0)):
        parameters = {"frequency_penalty": frequency, "presence_penalty": presence}
        yield r.case(parameters, r.history(12, 8), r.logits())
        yield r.case(parameters, r.history(12, 8), r.log_probabilities(), prompt_length=5)


def no_repeat_ngram(r):
    for size in (1, 2, 3, 4):
        for length in (1, 2, 3, 4, 20):
            yield r.case({"no_repeat_ngram_size": size}, r.history(length, 4), r.logits())


def bad_words(r):
    words = [[7], [1], [2, 3], [3, 2, 9], [4, 4, 4, 5], [2, 1]]
    for history in ([0], [0, 2], [0, 3, 2], [0, 4, 4, 4], [2], [3, 2], r.history(9, 5)):
        yield r.case({"bad_words_ids": words}, history, r.logits())
        yield r.case({"bad_words_ids": words}, history, r.log_probabilities(), eos=[1, 7])
        yield r.case({"bad_words_ids": words}, history, r.logits(), eos=[])


def min_new_tokens(r):
    for length in (1, 2, 3, 4, 6):
        yield r.case({"min_new_tokens": 3}, r.history(length), r.logits())
        yield r.case({"min_new_tokens": 3}, [0] + r.history(length), r.logits(), prompt_length=2, eos=[1, 40])
        yield r.case({"min_new_tokens": 3}, r.history(length), r.logits(), eos=[])


def forced_bos(r):
    for length in (1, 2, 5):
        yield r.case({"forced_bos_token_id": 11}, r.history(length), r.logits())
        yield r.case({"forced_bos_token_id": 11}, r.history(length), r.log_probabilities(), prompt_length=length)


def suppress_tokens(r):
    for tokens in ([0], [1, 5, 5, 47], list(range(40))):
        yield r.case({"suppress_tokens": tokens}, r.history(3), r.logits())


def begin_suppress_tokens(r):
    for length in (1, 2, 3, 5):
        yield r.case({"begin_suppress_tokens": [1, 7, 7, 47]}, r.history(length), r.logits(), prompt_length=3)


def timestamps(r):
    """Text below 20, which ends a text; 26 and above are timestamps."""
    for latest in (None, 3):
        rules = {"timestamps": {"first": 26, "latest_initial_index": latest}}
        for output in ([], [5], [26], [28], [27, 5], [27, 5, 6], [27, 5, 30], [27, 5, 30, 30], [27, 5, 30, 30, 6], [26, 26], [28, 28, 4, 47]):
            for favoured in (None, slice(0, 20), slice(20, 21), slice(26, 48)):
                scores = r.logits()
                if favoured is not None:
                    scores[favoured] += 6
                yield r.case(rules, [21, 30, 7, 22] + output, scores, prompt_length=4, eos=[20])
    forbidden = r.logits()
    forbidden[:20] = -math.inf
    suppressed = {"suppress_tokens": [3, 20], "begin_suppress_tokens": [5, 20], "temperature": 0.4, **rules}
    yield r.case(rules, [21, 27, 5, 30], forbidden, prompt_length=1, eos=[20])
    for output in ([], [26], [26, 5], [26, 5, 30]):
        yield r.case(suppressed, [21] + output, r.logits(), eos=[20])


def temperature(r):
    for value in (0.1, 0.7, 1.5, 30.0):
        yield r.case({"temperature": value}, r.history(3), r.logits())


def top_k(r):
    for k in (1, 5, 47, 48, 100):
        yield r.case({"top_k": k}, r.history(3), r.logits())
    ties = numpy.round(r.logits()).astype(numpy.float32)
    for k in (1, 2, 3, 7, 20):
        yield r.case({"top_k": k}, r.history(3), ties)
    forbidden = r.logits()
    forbidden[3:] = -math.inf
    yield r.case({"top_k": 5}, r.history(3), forbidden)
    yield r.case({"top_k": 50}, r.history(3), r.logits(3000))


def top_p(r):
    for p in (0.01, 0.3, 0.5, 0.9, 0.95, 0.999):
        for scale in (0.2, 1.0, 4.0):
            yield r.case({"top_p": p}, r.history(3), r.logits(scale=scale))
    forbidden = r.logits()
    forbidden[::2] = -math.inf
    yield r.case({"top_p": 0.8}, r.history(3), forbidden)
    yield r.case({"top_p": 0.9}, r.history(3), r.logits(3000, 1.0))


def typical_p(r):
    for p in (0.01, 0.2, 0.5, 0.9, 0.95, 0.999):
        for scale in (0.2, 1.0, 4.0):
            yield r.case({"typical_p": p}, r.history(3), r.logits(scale=scale))
    ties = numpy.round(r.logits()).astype(numpy.float32)
    yield r.case({"typical_p": 0.5}, r.history(3), ties)
    forbidden = r.logits()
    forbidden[::2] = -math.inf
    yield r.case({"typical_p": 0.8}, r.history(3), forbidden)
    yield r.case({"typical_p": 0.9}, r.history(3), r.logits(3000, 1.0))


def together(r):
    everything = {
        "repetition_penalty": 1.4,
        "no_repeat_ngram_size": 2,
        "bad_words_ids": [[6], [2, 3]],
        "min_new_tokens": 4,
        "forced_bos_token_id": 11,
        "suppress_tokens": [9, 10],
        "frequency_penalty": 0.3,
        "presence_penalty": 0.2,
    }
    warped = {**everything, "temperature": 0.8, "top_k": 20, "top_p": 0.9, "typical_p": 0.85}
    for length in (1, 2, 4, 5, 16):
        yield r.case(everything, r.history(length, 8), r.log_probabilities())
        yield r.case(everything, r.history(length, 8), r.logits(), prompt_length=min(length, 2))
        yield r.case(warped, r.history(length, 8), r.logits())
    for parameters in ({"temperature": 1.7, "top_k": 12}, {"top_k": 12, "top_p": 0.7}, {"top_p": 0.8, "typical_p": 0.6}):
        yield r.case(parameters, r.history(4), r.logits())


GROUPS = (
    repetition_penalty,
    occurrence_penalty,
    no_repeat_ngram,
    bad_words,
    min_new_tokens,
    forced_bos,
    suppress_tokens,
    temperature,
    top_k,
    top_p,
    typical_p,
    together,
    begin_suppress_tokens,
    timestamps,
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("src/test/resources/goldens-logits"))
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    print("seed", arguments.seed)
    for number, group in enumerate(GROUPS):
        cases = list(group(Reference(arguments.seed + number)))
        golden = {
            "seed": arguments.seed + number,
            "transformers": transformers.__version__,
            "torch": torch.__version__.split("+")[0],
            "cases": cases,
        }
        path = arguments.out / (group.__name__.replace("_", "-") + ".json")
        lines = ",\n".join(json.dumps(case) for case in golden.pop("cases"))
        path.write_text(json.dumps(golden)[:-1] + ', "cases": [\n' + lines + "\n]}\n")
        print(path.name, len(cases), "cases")


if __name__ == "__main__":
    main()
