"""Measures throughput and latency against the number of clients.

python bench/load.py JAR [--work text|audio] [--clients 1 2 4 8 16] [--seconds 20] [--set SETTING ...]
python bench/load.py --port PORT [--model NAME] ...   another service on this machine that speaks OpenAI's protocol

Each client asks the next request as soon as it has an answer. A Markdown table is printed. Time to first token is
measured with streams, where the service offers them, in turns of their own.
"""

import argparse
import http.client
import json
import math
import os
import sys
import threading
import time
from pathlib import Path

from client import Answer, Client, Request
from mix import CASES, RECORDING, SPEECH_MODEL, TEXT_MODEL, body
from server import Server

WARM_UP_REQUESTS = 5
P99_LIMIT = 2.5

# The same work for every request: an input whose answer is of middling length.
CASE = sorted(CASES, key=lambda case: len(case["ids"]))[len(CASES) // 2]
WORK, NEW_TOKENS = CASE["inputs"], len(CASE["ids"])


class Load(threading.Thread):
    """One client that asks the same again and again until the time is over."""

    def __init__(self, port: int, request: Request, deadline: float):
        super().__init__(daemon=True)
        self.port = port
        self.request = request
        self.deadline = deadline
        self.answers: list[Answer] = []
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            self.ask_again_and_again(Client(self.port))
        except Exception as failure:
            self.failure = failure

    def ask_again_and_again(self, client: Client) -> None:
        while time.perf_counter() < self.deadline:
            answer = client.ask(self.request)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status} {answer.content}")
            self.answers.append(answer)
        client.close()


def text(model: str) -> Request:
    return Request.json("text", "/generate", body(WORK, max_new_tokens=NEW_TOKENS) | {"model": model})


def text_stream(model: str) -> Request:
    return Request.json("text stream", "/generate_stream",
                        body(WORK, max_new_tokens=NEW_TOKENS) | {"model": model, "stream": True})


def audio(model: str, **fields) -> Request:
    return Request.form("audio", "/v1/audio/transcriptions", RECORDING.read_bytes(),
                        {"model": model, "temperature": "0"} | fields)


def measure(port: int, request: Request, clients: int, seconds: float) -> tuple[float, list[Answer]]:
    """Returns the seconds that passed until the last answer, and all answers."""
    start = time.perf_counter()
    loads = [Load(port, request, start + seconds) for _ in range(clients)]
    for load in loads:
        load.start()
    for load in loads:
        load.join()
        if load.failure:
            raise load.failure
    return time.perf_counter() - start, [answer for load in loads for answer in load.answers]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def table(port: int, request: Request, stream: Request | None, arguments: argparse.Namespace) -> float:
    """Prints a line per number of clients and returns the p99 of 8 clients over the median of one."""
    client = Client(port)
    for _ in range(WARM_UP_REQUESTS):
        client.ask(request)
    client.close()
    print("| clients | requests/s | p50 | p99 | first token p50 | first token p99 |\n| --- | --- | --- | --- | --- | --- |")
    p99, p50 = {}, {}
    for clients in arguments.clients:
        elapsed, answers = measure(port, request, clients, arguments.seconds)
        times = [answer.seconds for answer in answers]
        p50[clients], p99[clients] = percentile(times, 0.5), percentile(times, 0.99)
        first = ["-", "-"]
        if stream:
            _, streamed = measure(port, stream, clients, arguments.seconds / 2)
            first = [f"{1000 * percentile([answer.first_seconds for answer in streamed], share):.0f} ms"
                     for share in (0.5, 0.99)]
        print(f"| {clients} | {len(answers) / elapsed:.2f} | {1000 * p50[clients]:.0f} ms | {1000 * p99[clients]:.0f} ms "
              f"| {first[0]} | {first[1]} |", flush=True)
    return p99[8] / p50[1] if {1, 8} <= p99.keys() else math.nan


def offered(port: int, path: str) -> bool:
    client = Client(port)
    try:
        return client.offers(path)
    except (RuntimeError, json.JSONDecodeError, http.client.HTTPException):
        return False
    finally:
        client.close()


def run(port: int, arguments: argparse.Namespace) -> int:
    if arguments.work == "audio":
        model = arguments.model or SPEECH_MODEL
        table(port, audio(model), audio(model, stream="true"), arguments)
        return 0
    model = arguments.model or TEXT_MODEL
    stream = text_stream(model) if offered(port, "/generate_stream") else None
    ratio = table(port, text(model), stream, arguments)
    if math.isnan(ratio):
        return 0
    print(f"\np99 at 8 clients is {ratio:.2f} times the median of one; at most {P99_LIMIT:g} is the target.")
    return 0 if ratio <= P99_LIMIT else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", type=Path, nargs="?")
    parser.add_argument("--port", type=int, help="of a service that runs already")
    parser.add_argument("--work", choices=("text", "audio"), default="text")
    parser.add_argument("--model")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 2, 4, 8, 16])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("--set", action="append", default=[], help="a setting of the service, such as cistern.threads=2")
    arguments = parser.parse_args()

    if arguments.port:
        return run(arguments.port, arguments)
    settings = [f"--{setting}" for setting in arguments.set]
    server = Server(arguments.jar, ["--server.address=127.0.0.1", *settings], arguments.log)
    try:
        return run(server.port, arguments)
    finally:
        server.close()


if __name__ == "__main__":
    sys.exit(main())
