"""OpenAI's Python package: models, completions and audio, whole and streamed."""

import warnings

import openai
from service import (CASES, INPUT, NEW_TOKENS, RECORDING, SPEECH_MODEL, TEXT, TEXT_MODEL, URL, equal, raises,
                     says_what_was_spoken)

client = openai.OpenAI(base_url=f"{URL}/v1", api_key="none", max_retries=0)


def complete(**arguments):
    defaults = {"model": TEXT_MODEL, "prompt": INPUT, "max_tokens": NEW_TOKENS, "temperature": 0}
    return client.completions.create(**(defaults | arguments))


def models():
    assert TEXT_MODEL in [model.id for model in client.models.list()]
    equal(client.models.retrieve(TEXT_MODEL).id, TEXT_MODEL)
    raises(openai.NotFoundError, lambda: client.models.retrieve("no-such-model"))


def completions():
    answer = complete()
    equal(answer.choices[0].text, TEXT)
    equal(answer.choices[0].finish_reason, "stop")
    equal(answer.usage.total_tokens, answer.usage.prompt_tokens + answer.usage.completion_tokens)

    several = complete(prompt=[case["inputs"] for case in CASES[:3]])
    equal([choice.text for choice in several.choices], [case["text"] for case in CASES[:3]])

    equal(complete(max_tokens=2).choices[0].finish_reason, "length")
    equal(complete(stop=[" "]).choices[0].text, TEXT.split(" ")[0])
    drawn = [complete(temperature=1.5, seed=7).choices[0].text for _ in range(2)]
    equal(drawn[0], drawn[1])


def errors():
    equal(raises(openai.NotFoundError, lambda: complete(model="no-such-model")).code, "model_not_found")
    equal(raises(openai.BadRequestError, lambda: complete(max_tokens=0)).type, "invalid_request_error")
    raises(openai.BadRequestError, lambda: complete(max_tokens=1_000_000))


def streamed_completions():
    chunks = list(complete(stream=True, stream_options={"include_usage": True}))
    equal("".join(choice.text for chunk in chunks for choice in chunk.choices), TEXT)
    equal(chunks[-1].choices, [])
    equal(chunks[-1].usage, complete().usage)
    assert len(chunks) > 3, "a stream in one piece"


def transcribe(**arguments):
    with RECORDING.open("rb") as file:
        return client.audio.transcriptions.create(model=SPEECH_MODEL, file=file, **arguments)


def transcriptions():
    answer = transcribe()
    says_what_was_spoken(answer.text)
    equal(transcribe(response_format="text").strip(), answer.text.strip())
    says_what_was_spoken(transcribe(language="en", prompt="Sense and Sensibility", temperature=0).text)

    detailed = transcribe(response_format="verbose_json", timestamp_granularities=["word", "segment"])
    says_what_was_spoken(detailed.text)
    equal(round(float(detailed.duration), 1), 7.1)
    assert all(0 <= segment.start <= segment.end for segment in detailed.segments)
    says_what_was_spoken(" ".join(word.word for word in detailed.words))

    assert transcribe(response_format="srt").startswith("1\n00:00:0")
    assert transcribe(response_format="vtt").startswith("WEBVTT\n\n00:00")

    with RECORDING.open("rb") as file, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        says_what_was_spoken(client.audio.translations.create(model=SPEECH_MODEL, file=file).text)


def streamed_transcription():
    events = list(transcribe(stream=True))
    equal(events[-1].type, "transcript.text.done")
    says_what_was_spoken(events[-1].text)
    equal("".join(event.delta for event in events[:-1]).strip(), events[-1].text.strip())


def transcription_errors():
    noise = ("noise.wav", bytes(range(256)) * 16)
    raises(openai.BadRequestError, lambda: client.audio.transcriptions.create(model=SPEECH_MODEL, file=noise))
    with RECORDING.open("rb") as file:
        raises(openai.BadRequestError, lambda: client.audio.transcriptions.create(model=TEXT_MODEL, file=file))


models()
completions()
errors()
streamed_completions()
transcriptions()
streamed_transcription()
transcription_errors()
