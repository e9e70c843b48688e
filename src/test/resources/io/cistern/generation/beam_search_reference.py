"""Writes beam-search.json: what Transformers' beam search gives for a model whose logits are a hash of its tokens.

Usage: python beam_search_reference.py > beam-search.json
HashedModel.java (tests) computes the same logits.
"""

import json
import random

import torch
import transformers
from transformers import T5Config, T5ForConditionalGeneration
from transformers.modeling_outputs import BaseModelOutput, Seq2SeqLMOutput

VOCABULARY = 24
MASK = (1 << 64) - 1
SEED = 20261130


def mix(z):
    """The finalizer of SplitMix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def digest(start, ids):
    for token in ids:
        start = mix((start + 0x9E3779B97F4A7C15 + token) & MASK)
    return start


def logits(input_ids, decoder_ids):
    state = digest(digest(0, input_ids), decoder_ids)
    values = [(mix((state + v * 0x9E3779B97F4A7C15) & MASK) >> 40) / 2**21 - 4 for v in range(VOCABULARY)]
    values[1] += 1.5
    return values


class Hashed(T5ForConditionalGeneration):
    def forward(self, decoder_input_ids=None, encoder_outputs=None, **ignored):
        rows = [logits(self.input_ids, row) for row in decoder_input_ids.tolist()]
        return Seq2SeqLMOutput(logits=torch.tensor(rows)[:, None, :])


def run(model, input_ids, prompt, settings):
    model.input_ids = input_ids
    out = model.generate(
        encoder_outputs=BaseModelOutput(torch.zeros(1, len(input_ids), 4)),
        attention_mask=torch.ones(1, len(input_ids), dtype=torch.long),
        decoder_input_ids=torch.tensor([prompt]),
        use_cache=False,
        return_dict_in_generate=True,
        output_scores=True,
        output_logits=True,
        **settings,
    )
    sequences = []
    for ids, score, beams in zip(out.sequences.tolist(), out.sequences_scores.tolist(), out.beam_indices.tolist()):
        length = sum(beam >= 0 for beam in beams)
        sequences.append({"ids": ids[len(prompt) : len(prompt) + length], "score": score})
    return sequences


def cases(rng):
    for index in range(120):
        beams = rng.choice([2, 3, 4, 5])
        settings = {
            "max_new_tokens": rng.choice([1, 2, 5, 9, 14]),
            "num_beams": beams,
            "num_return_sequences": rng.randint(1, beams),
            "length_penalty": rng.choice([-1.0, 0.0, 0.6, 1.0, 1.0, 2.0]),
            "early_stopping": rng.choice([False, True, "never"]),
        }
        if rng.random() < 0.25:
            settings["eos_token_id"] = [1, 7, 11]
        if rng.random() < 0.25:
            settings["no_repeat_ngram_size"] = 2
        if rng.random() < 0.25:
            settings["repetition_penalty"] = 1.5
        if rng.random() < 0.25:
            settings["min_new_tokens"] = rng.randint(1, settings["max_new_tokens"])
        if rng.random() < 0.2:
            settings["suppress_tokens"] = [3, 4, 5]
        if rng.random() < 0.2:
            settings["forced_bos_token_id"] = 9
        if index >= 90:  # long searches, where "never" finds better sequences than the heuristic
            settings = {
                "max_new_tokens": 24,
                "num_beams": beams,
                "num_return_sequences": beams,
                "length_penalty": 2.0,
                "early_stopping": ["never", False][index % 2],
            }
        prompt = rng.choice([[0], [0], [0, 5, 8, 2]])
        yield [rng.randint(2, VOCABULARY - 1) for _ in range(rng.randint(1, 12))] + [1], prompt, settings


def main():
    transformers.logging.set_verbosity_error()
    config = T5Config(
        vocab_size=VOCABULARY, d_model=4, d_kv=2, d_ff=4, num_layers=1, num_heads=2, decoder_start_token_id=0
    )
    model = Hashed(config).eval()
    results = [
        {"input_ids": ids, "decoder_input_ids": prompt, "settings": settings, "sequences": run(model, ids, prompt, settings)}
        for ids, prompt, settings in cases(random.Random(SEED))
    ]
    library = f"transformers {transformers.__version__}, torch {torch.__version__}, CPU"
    header = {"library": library, "seed": SEED, "script": "beam_search_reference.py"}
    rows = ",\n".join(json.dumps(row) for row in results)
    print(json.dumps(header)[:-1] + ', "cases": [\n' + rows + "\n]}")


main()
