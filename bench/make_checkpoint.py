"""Makes a checkpoint of t5-small's shape with random weights, as it would lie on the Hugging Face hub.

Speed does not depend on what the weights are, only on how many there are: the file needs no download and no licence.
"""

import argparse
import shutil
from pathlib import Path

import torch
from transformers import T5Config, T5ForConditionalGeneration

SHAPE = dict(
    vocab_size=32128,
    d_model=512,
    d_kv=64,
    d_ff=2048,
    num_layers=6,
    num_decoder_layers=6,
    num_heads=8,
    feed_forward_proj="relu",
    tie_word_embeddings=True,
    pad_token_id=0,
    eos_token_id=1,
    decoder_start_token_id=0,
)
TOKENIZER_FILES = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")


def random_model(seed: int) -> T5ForConditionalGeneration:
    torch.manual_seed(seed)
    model = T5ForConditionalGeneration(T5Config(**SHAPE)).eval()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(random_weight(name, parameter))
    return model


def random_weight(name: str, parameter: torch.Tensor) -> torch.Tensor:
    """Lets the layers outweigh the residual stream: a tied head would otherwise repeat the token it was given."""
    if "layer_norm" in name:
        return torch.empty_like(parameter).uniform_(0.8, 1.2)
    if "relative_attention_bias" in name:
        return torch.randn_like(parameter)
    if name == "shared.weight":
        return torch.randn_like(parameter) * 0.3
    gain = 6 if name.endswith((".o.weight", ".wo.weight")) else 1
    return torch.randn_like(parameter) * gain * parameter.shape[1] ** -0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True, help="folder of a T5 tokenizer with 32,000 pieces")
    parser.add_argument("--seed", type=int, default=35444)
    arguments = parser.parse_args()

    random_model(arguments.seed).save_pretrained(arguments.folder)
    for name in TOKENIZER_FILES:
        shutil.copyfile(arguments.tokenizer / name, arguments.folder / name)


if __name__ == "__main__":
    main()
