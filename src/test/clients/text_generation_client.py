"""Text Generation Inference's own Python package."""

from service import CASES, INPUT, NEW_TOKENS, TEXT, URL, equal, raises
from text_generation import Client
from text_generation.errors import ValidationError

client = Client(URL)


def generate():
    answer = client.generate(INPUT, max_new_tokens=NEW_TOKENS)
    equal(answer.generated_text, TEXT)
    equal([token.id for token in answer.details.tokens], CASES[0]["ids"])
    equal(answer.details.finish_reason.value, "eos_token")

    drawn = [client.generate(INPUT, do_sample=True, temperature=1.5, seed=7).generated_text for _ in range(2)]
    equal(drawn[0], drawn[1])
    raises(ValidationError, lambda: client.generate(INPUT, max_new_tokens=1_000_000))


def generate_stream():
    events = list(client.generate_stream(INPUT, max_new_tokens=NEW_TOKENS))
    equal(events[-1].generated_text, TEXT)
    equal("".join(event.token.text for event in events if not event.token.special), TEXT)


generate()
generate_stream()
