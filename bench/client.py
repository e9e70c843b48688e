"""One client of the service: a connection that is kept, and requests whose answers can be compared."""

import http.client
import json
import time
import uuid
from dataclasses import dataclass, field

HOST = "127.0.0.1"

# What differs between two answers to the same request.
CHANGING = {"id", "created"}
# 32-bit kernels differ in the last bits by the number of rows; tokens do not.
TOLERANCE = 1e-4


@dataclass(frozen=True)
class Request:
    """Something to ask; ``expected`` is the status of the answer."""

    kind: str
    path: str
    body: bytes
    content_type: str = "application/json"
    expected: int = 200
    streamed: bool = False

    def __str__(self) -> str:
        body = self.body[:200].decode(errors="replace") if "json" in self.content_type else f"{len(self.body)} bytes"
        return f"{self.kind} {self.path} {body}"

    @staticmethod
    def json(kind: str, path: str, body: dict, **options) -> "Request":
        return Request(kind, path, json.dumps(body).encode(), streamed=bool(body.get("stream")), **options)

    @staticmethod
    def form(kind: str, path: str, file: bytes, fields: dict[str, str], **options) -> "Request":
        boundary = "cistern-bench"
        parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode()
                 for name, value in fields.items()]
        parts.append(b'Content-Disposition: form-data; name="file"; filename="audio.wav"\r\n'
                     b"Content-Type: audio/wav\r\n\r\n" + file)
        body = b"".join(b"--%s\r\n%s\r\n" % (boundary.encode(), part) for part in parts)
        return Request(kind, path, body + b"--%s--\r\n" % boundary.encode(),
                       f"multipart/form-data; boundary={boundary}", streamed=fields.get("stream") == "true", **options)


@dataclass
class Answer:
    """Status and body of an answer, with the seconds to its first and to its last byte of content."""

    status: int
    content: object
    seconds: float
    first_seconds: float
    headers: dict[str, str] = field(default_factory=dict)


class Client:
    """Asks one request after the other."""

    def __init__(self, port: int, timeout: float = 300):
        self.connection = http.client.HTTPConnection(HOST, port, timeout=timeout)

    def ask(self, request: Request) -> Answer:
        start = time.perf_counter()
        chunks, first = [], None
        with self.send(request) as response:
            while chunk := response.read1(65536):
                first = first or time.perf_counter() - start
                chunks.append(chunk)
        seconds = time.perf_counter() - start
        content = comparable(b"".join(chunks), response.headers.get_content_type())
        return Answer(response.status, content, seconds, first or seconds, dict(response.headers))

    def drop(self, request: Request, after: int) -> None:
        """Goes away after so many bytes of the answer, before any of them if it is none."""
        try:
            if after:
                self.send(request).read(after)
            else:
                self.connection.request("POST", request.path, request.body, headers(request))
        finally:
            self.connection.close()

    def get(self, path: str) -> str:
        self.connection.request("GET", path)
        response = self.connection.getresponse()
        text = response.read().decode()
        if response.status != 200:
            raise RuntimeError(f"GET {path}: {response.status} {text}")
        return text

    def send(self, request: Request) -> http.client.HTTPResponse:
        self.connection.request("POST", request.path, request.body, headers(request))
        return self.connection.getresponse()

    def close(self) -> None:
        self.connection.close()

    def metrics(self) -> dict[str, float]:
        """Returns the samples of the service by name and labels."""
        lines = self.get("/actuator/prometheus").splitlines()
        return {name: float(value) for name, value in
                (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))}

    def offers(self, path: str) -> bool:
        return path in json.loads(self.get("/v3/api-docs"))["paths"]


def headers(request: Request) -> dict[str, str]:
    return {"Content-Type": request.content_type, "X-Request-Id": str(uuid.uuid4())}


def total(metrics: dict[str, float], name: str) -> float:
    """Returns the sum of a metric over its labels."""
    return sum(value for key, value in metrics.items() if key.split("{")[0] == name)


def comparable(body: bytes, content_type: str) -> object:
    """Returns the body without what differs from answer to answer."""
    text = body.decode(errors="replace")
    if content_type == "text/event-stream":
        events = [line[5:].strip() for line in text.splitlines() if line.startswith("data:")]
        return [steady(json.loads(event)) if event.startswith("{") else event for event in events]
    if content_type.endswith("json"):
        return steady(json.loads(text))
    return text


def steady(value: object) -> object:
    if isinstance(value, dict):
        return {key: steady(item) for key, item in value.items() if key not in CHANGING}
    return [steady(item) for item in value] if isinstance(value, list) else value


def same(left: object, right: object) -> bool:
    """Tells whether two answers are equal, fractions within the tolerance and all else exactly."""
    if isinstance(left, float) and isinstance(right, float):
        return abs(left - right) <= TOLERANCE
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right
