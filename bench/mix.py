"""The requests of the torture run: text and audio, short and long, good and bad. The same seed gives the same mix."""

import io
import json
import random
import wave
from pathlib import Path

from client import Request

ROOT = Path(__file__).resolve().parents[1]
CASES = json.loads((ROOT / "models/g2p-en/reference/cases.json").read_text())["cases"]
WORDS = [case["inputs"].removeprefix("pronounce: ") for case in CASES if case["inputs"].startswith("pronounce: ")]
RECORDING = ROOT / "samples/librivox_austen_0870.wav"
TEXT_MODEL = "g2p-en"
SPEECH_MODEL = "whisper-tiny.en"


def text_requests(generator: random.Random, streams: bool) -> list[Request]:
    requests = []
    for _ in range(12):
        requests.append(generate("greedy", sentence(generator, 6), max_new_tokens=generator.randint(1, 200)))
        requests.append(generate("beams", sentence(generator, 2), num_beams=generator.randint(2, 4),
                                 num_return_sequences=2, max_new_tokens=80, details=True))
        requests.append(generate("sampled", sentence(generator, 3), do_sample=True, temperature=1.3,
                                 seed=generator.randint(0, 9999), max_new_tokens=80))
    for _ in range(6):
        several = [sentence(generator, 3) for _ in range(generator.randint(2, 6))]
        requests.append(generate("several inputs", several, max_new_tokens=80))
        requests.append(complete(sentence(generator, 4)))
    if streams:
        for _ in range(8):
            requests.append(Request.json("stream", "/generate_stream", body(sentence(generator, 5), max_new_tokens=120,
                                                                            details=True) | {"stream": True}))
            requests.append(complete(sentence(generator, 4), stream=True))
    return requests


def audio_requests(generator: random.Random) -> list[Request]:
    path = "/v1/audio/transcriptions"
    requests = []
    for response_format in ("json", "verbose_json", "vtt"):
        for _ in range(3):
            fields = {"model": SPEECH_MODEL, "temperature": "0", "response_format": response_format}
            requests.append(Request.form("audio", path, cut(generator), fields))
    requests.append(Request.form("audio stream", path, cut(generator), {"model": SPEECH_MODEL, "stream": "true"}))
    requests.append(Request.form("bad audio", path, generator.randbytes(4096), {"model": SPEECH_MODEL}, expected=400))
    return requests


def bad_requests(generator: random.Random) -> list[Request]:
    return [
        Request("bad", "/generate", b'{"inputs": "cut', expected=400),
        Request("bad", "/generate", b"\xff\xfe\x00", expected=400),
        Request.json("bad", "/generate", body(""), expected=422),
        Request.json("bad", "/generate", body("x" * 5000), expected=422),
        Request.json("bad", "/generate", body("hello", max_new_tokens=0), expected=422),
        Request.json("bad", "/generate", body("hello", num_beams=1000), expected=422),
        Request.json("bad", "/generate", body("hello") | {"model": "../../etc/passwd"}, expected=404),
        Request.json("bad", "/v1/completions", {"model": "no-such-model", "prompt": "hello"}, expected=404),
        Request("bad", "/generate", generator.randbytes(3_000_000), expected=413),
    ]


def body(inputs: str | list[str], **parameters) -> dict:
    return {"inputs": inputs, "parameters": parameters}


def generate(kind: str, inputs: str | list[str], **parameters) -> Request:
    return Request.json(kind, "/generate", body(inputs, **parameters))


def complete(prompt: str, **options) -> Request:
    kind = "completion stream" if options.get("stream") else "completion"
    return Request.json(kind, "/v1/completions", {"model": TEXT_MODEL, "prompt": prompt, "max_tokens": 60,
                                                  "temperature": 0} | options)


def sentence(generator: random.Random, longest: int) -> str:
    return "pronounce: " + " ".join(generator.choices(WORDS, k=generator.randint(1, longest)))


def cut(generator: random.Random) -> bytes:
    """Returns a WAV file of the first seconds of the recording, between two and all of them."""
    with wave.open(str(RECORDING)) as source, io.BytesIO() as target:
        frames = generator.randint(2 * source.getframerate(), source.getnframes())
        with wave.open(target, "wb") as copy:
            copy.setparams(source.getparams())
            copy.writeframes(source.readframes(frames))
        return target.getvalue()
