"""Writes weights of a training run as a checkpoint for Transformers and the service.

Usage: python export.py RUN/best.pt|RUN/checkpoint.pt DIRECTORY
The averaged weights go to model.safetensors (fp16) and their shape to config.json; other files stay as they are.
"""

import argparse
import json
from pathlib import Path

import torch
from safetensors.torch import save_file

from model import exported


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("run", type=Path)
    options.add_argument("directory", type=Path)
    options = options.parse_args()
    saved = torch.load(options.run, weights_only=False)
    shape, averaged = saved["shape"], saved.get("averaged") or saved["weights"]
    options.directory.mkdir(parents=True, exist_ok=True)
    file = options.directory / "model.safetensors"
    save_file(exported(shape, averaged), file, metadata={"format": "pt"})
    config = json.dumps(dict(sorted(shape.config().items())), indent=2) + "\n"
    (options.directory / "config.json").write_text(config)
    errors = saved.get("errors", "not measured")
    print(f"{file}: {file.stat().st_size / 1e6:.1f} MB, errors on development words: {errors}")


if __name__ == "__main__":
    main()
