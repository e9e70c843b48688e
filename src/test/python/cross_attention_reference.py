"""Writes how Transformers' decoder attends to the audio in a random checkpoint, as a golden for WhisperModelTests.

    python src/test/python/cross_attention_reference.py

The input and the decoder's tokens are those of the first row of the second case in the checkpoint's cases.json.
"""

import json
import pathlib

import torch
from transformers import WhisperForConditionalGeneration

FOLDER = pathlib.Path("src/test/resources/goldens/whisper/whisper-tiny-random")


def main():
    model = WhisperForConditionalGeneration.from_pretrained(FOLDER, attn_implementation="eager").eval()
    ids = json.loads((FOLDER / "cases.json").read_text())["cases"][1]["decoder_input_ids"][0]
    band = torch.arange(model.config.num_mel_bins)[:, None]
    frame = torch.arange(2 * model.config.max_source_positions)[None]
    features = torch.sin(0.37 * band + 0.011 * frame)[None]
    with torch.no_grad():
        output = model(input_features=features, decoder_input_ids=torch.tensor([ids]), output_attentions=True)
    layers = output.cross_attentions
    heads = torch.cat(layers[len(layers) // 2 :], 1)[0]
    rounded = [[[round(float(p), 6) for p in token] for token in head] for head in heads]
    (FOLDER / "cross_attention.json").write_text(json.dumps({"heads": rounded}) + "\n")


if __name__ == "__main__":
    main()
