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
    requests = [transcribe("audio", cut(generator), response_format=response_format)
                for response_format in 3 * ("json", "verbose_json", "vtt")]
    requests += [transcribe("audio stream", cut(generator), stream="true") for _ in range(2)]
    requests += [transcribe("audio beams", cut(generator), num_beams=str(beams)) for beams in (2, 3)]
    requests += [transcribe("long audio", repeated(generator.randint(5, 6)), mode=mode)
                 for mode in ("sequential", "batched")]
    requests.append(transcribe("bad audio", generator.randbytes(4096), expected=400))
    return requests


def transcribe(kind: str, file: bytes, expected: int = 200, **fields: str) -> Request:
    fields = {"model": SPEECH_MODEL, "temperature": "0"} | fields
    return Request.form(kind, "/v1/audio/transcriptions", file, fields, expected=expected)


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
    with wave.open(str(RECORDING)) as source:
        frames = generator.randint(2 * source.getframerate(), source.getnframes())
        return written(source.getparams(), source.readframes(frames))


def repeated(times: int) -> bytes:
    """Returns a WAV file of the recording so many times, which takes several windows."""
    with wave.open(str(RECORDING)) as source:
        return written(source.getparams(), times * source.readframes(source.getnframes()))


def written(parameters: tuple, frames: bytes) -> bytes:
    with io.BytesIO() as target:
        with wave.open(target, "wb") as file:
            file.setparams(parameters)
            file.writeframes(frames)
        return target.getvalue()
