"""Hugging Face's Python package: text generation as TGI does it, speech recognition, translation, summarization."""

from huggingface_hub import InferenceClient
from huggingface_hub.errors import HfHubHTTPError, ValidationError
from service import CASES, INPUT, NEW_TOKENS, RECORDING, TEXT, TEXT_MODEL, URL, equal, raises, says_what_was_spoken

client = InferenceClient(URL, provider="hf-inference", token="none")


def text_generation():
    equal(client.text_generation(INPUT, max_new_tokens=NEW_TOKENS), TEXT)

    detailed = client.text_generation(INPUT, max_new_tokens=NEW_TOKENS, details=True, top_n_tokens=2)
    equal(detailed.generated_text, TEXT)
    equal(detailed.details.finish_reason, "eos_token")
    equal([token.id for token in detailed.details.tokens], CASES[0]["ids"])

    equal(client.text_generation(INPUT, max_new_tokens=NEW_TOKENS, stop=[" "]).strip(), TEXT.split(" ")[0])
    raises(ValidationError, lambda: client.text_generation(INPUT, max_new_tokens=1_000_000))


def service_information():
    assert client.health_check()
    equal(client.get_endpoint_info()["model_id"], TEXT_MODEL)


def streamed_text_generation():
    equal("".join(client.text_generation(INPUT, max_new_tokens=NEW_TOKENS, stream=True)).removesuffix("</s>"), TEXT)
    events = list(client.text_generation(INPUT, max_new_tokens=NEW_TOKENS, stream=True, details=True))
    equal(events[-1].generated_text, TEXT)
    equal([event.token.id for event in events], CASES[0]["ids"])


def speech_recognition():
    speech = InferenceClient(f"{URL}/asr", provider="hf-inference", token="none")
    says_what_was_spoken(speech.automatic_speech_recognition(RECORDING).text)
    timed = speech.automatic_speech_recognition(
        RECORDING.read_bytes(), extra_body={"return_timestamps": True})
    says_what_was_spoken("".join(chunk.text for chunk in timed.chunks))


def translation():
    translator = InferenceClient(f"{URL}/translation", provider="hf-inference", token="none")
    equal(translator.translation(INPUT).translation_text, TEXT)
    raises(HfHubHTTPError, lambda: translator.translation(INPUT, src_lang="en", tgt_lang="de"))


def summarization():
    summarizer = InferenceClient(f"{URL}/summarization", provider="hf-inference", token="none")
    equal(summarizer.summarization(INPUT).summary_text, TEXT)
    settings = {"truncation": "only_first", "generate_parameters": {"max_new_tokens": NEW_TOKENS}}
    equal(summarizer.summarization(INPUT, **settings).summary_text, TEXT)


text_generation()
service_information()
streamed_text_generation()
speech_recognition()
translation()
summarization()
