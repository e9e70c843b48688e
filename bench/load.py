"""Measures throughput and latency against the number of clients.

python bench/load.py JAR [--work text|audio] [--clients 1 2 4 8 16 32] [--seconds 12] [--set SETTING ...]
python bench/load.py --work audio --model NAME --command "COMMAND --port {port}"   another service, started and ended
python bench/load.py --work audio --model NAME --port PORT                         another service that runs already

Each client asks the next request as soon as it has an answer. A Markdown table is printed. Time to first token is
measured with streams, where the service offers them, in turns of their own. Other services are asked in OpenAI's
protocol, for streams only with --streams. Exits with 1 if 8 clients wait too long for POST /generate.
"""

import argparse
import http.client
import json
import math
import os
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path

from client import Answer, Client, Request
from mix import CASES, RECORDING, SPEECH_MODEL, TEXT_MODEL, body
from server import Server, free_port
from turns import cores, jdk, processor

WARM_UP_CLIENTS = 8
STARTS_WITHIN = 300
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


def table(port: int, request: Request, stream: Request | None, arguments: argparse.Namespace) -> dict[int, list[float]]:
    """Prints a line per number of clients and returns the seconds of all their requests."""
    measure(port, request, WARM_UP_CLIENTS, arguments.warm_up)
    print("| clients | requests | requests/s | p50 | p99 | first token p50 | first token p99 |\n|" + 7 * " --- |")
    seconds = {}
    for clients in arguments.clients:
        elapsed, answers = measure(port, request, clients, arguments.seconds)
        seconds[clients] = [answer.seconds for answer in answers]
        cells = [clients, len(answers), f"{len(answers) / elapsed:.2f}", *percentiles(seconds[clients])]
        if stream:
            _, streamed = measure(port, stream, clients, arguments.seconds / 2)
            cells += percentiles([answer.first_seconds for answer in streamed])
        else:
            cells += ["-", "-"]
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
    return seconds


def percentiles(seconds: list[float]) -> list[str]:
    return [f"{1000 * percentile(seconds, share):.0f} ms" for share in (0.5, 0.99)]


def judge(seconds: dict[int, list[float]]) -> bool:
    """Compares the p99 of 8 clients with the time that one client alone needs for such a request."""
    if not {1, 8} <= seconds.keys():
        return True
    p99 = percentile(seconds[8], 0.99)
    alone, alone_p99 = percentile(seconds[1], 0.5), percentile(seconds[1], 0.99)
    met = p99 <= P99_LIMIT * alone
    print(f"\np99 at 8 clients is {p99 / alone:.2f} times the median of one client, at most {P99_LIMIT:g} is the target: "
          f"{'yes' if met else 'NO'}. It is {p99 / alone_p99:.2f} times one client's p99, and {p99 / (8 * alone):.2f} of "
          f"the time in which one client gets eight answers, one after the other.")
    return met


def offered(port: int, path: str) -> bool:
    client = Client(port)
    try:
        return client.offers(path)
    except (RuntimeError, json.JSONDecodeError, http.client.HTTPException):
        return False
    finally:
        client.close()


def run(port: int, own: bool, arguments: argparse.Namespace) -> int:
    print(f"{cores()} cores of {processor()}{'; ' + jdk() if own else ''}; {arguments.seconds:g} s a line.\n")
    if arguments.work == "audio":
        model = arguments.model or SPEECH_MODEL
        stream = audio(model, stream="true") if own or arguments.streams else None
        table(port, audio(model), stream, arguments)
        return 0
    model = arguments.model or TEXT_MODEL
    stream = text_stream(model) if offered(port, "/generate_stream") else None
    return 0 if judge(table(port, text(model), stream, arguments)) else 1


class Other:
    """Another service, ready when constructed; it is told its port."""

    def __init__(self, command: str):
        self.port = free_port()
        self.process = subprocess.Popen(shlex.split(command.format(port=self.port)), stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + STARTS_WITHIN
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.close()
                raise RuntimeError(f"{command} is not ready; ended with {self.process.returncode}")
            time.sleep(0.5)

    def is_ready(self) -> bool:
        client = Client(self.port, timeout=5)
        try:
            client.get("/health")
            return True
        except (OSError, http.client.HTTPException, RuntimeError):
            return False
        finally:
            client.close()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", type=Path, nargs="?")
    parser.add_argument("--port", type=int, help="of a service that runs already")
    parser.add_argument("--command", help="that starts another service, with {port} where it takes its port")
    parser.add_argument("--work", choices=("text", "audio"), default="text")
    parser.add_argument("--model")
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 2, 4, 8, 16, 32])
    parser.add_argument("--seconds", type=float, default=12, help="of each line; half of it again with streams")
    parser.add_argument("--warm-up", type=float, default=60, help="seconds that 8 clients ask before the first line")
    parser.add_argument("--streams", action="store_true", help="ask another service for streams too")
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("--set", action="append", default=[], help="a setting of the service, such as cistern.threads=2")
    arguments = parser.parse_args()
    if not (arguments.jar or arguments.port or arguments.command):
        parser.error("a jar, --command or --port says what to measure")

    if arguments.port:
        return run(arguments.port, False, arguments)
    settings = [f"--{setting}" for setting in arguments.set]
    service = (Other(arguments.command) if arguments.command else
               Server(arguments.jar, ["--server.address=127.0.0.1", *settings], arguments.log))
    try:
        return run(service.port, not arguments.command, arguments)
    finally:
        service.close()


if __name__ == "__main__":
    sys.exit(main())
