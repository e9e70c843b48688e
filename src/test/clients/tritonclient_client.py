"""Triton's HTTP client: health and metadata of the Open Inference Protocol."""

from service import TEXT_MODEL, URL, equal, raises
from tritonclient.http import InferenceServerClient
from tritonclient.utils import InferenceServerException

client = InferenceServerClient(URL.removeprefix("http://"))

assert client.is_server_live()
assert client.is_server_ready()
assert client.is_model_ready(TEXT_MODEL)
assert not client.is_model_ready("no-such-model")
equal(client.get_server_metadata()["name"].lower(), "cistern")
equal(client.get_model_metadata(TEXT_MODEL)["name"], TEXT_MODEL)
raises(InferenceServerException, lambda: client.get_model_metadata("no-such-model"))
client.close()
