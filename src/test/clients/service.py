"""The service that the clients talk to, and what it must answer. The first argument of each client is its port."""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
URL = f"http://localhost:{sys.argv[1]}"

TEXT_MODEL = "g2p-en"
SPEECH_MODEL = "whisper-tiny.en"

# Texts that Transformers gives with the weights of the text model.
CASES = json.loads((ROOT / "models/g2p-en/reference/cases.json").read_text())["cases"]
INPUT, TEXT = CASES[0]["inputs"], CASES[0]["text"]
NEW_TOKENS = 200

RECORDING = ROOT / "samples/librivox_austen_0870.wav"
SPOKEN = "john dashwood had then leisure to consider how much there might be prudently in his power to do for them"


def equal(actual, expected):
    assert actual == expected, f"{actual!r} instead of {expected!r}"


def says_what_was_spoken(text):
    words = " ".join(re.findall("[a-z]+", text.lower()))
    assert SPOKEN in words, f"{text!r} instead of {SPOKEN!r}"


def raises(kind, call):
    """Returns the exception of a call that must fail."""
    try:
        answer = call()
    except kind as failure:
        return failure
    raise AssertionError(f"{answer!r} instead of {kind.__name__}")
