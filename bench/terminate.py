"""Ends the service with SIGTERM while clients ask, and checks that no accepted request is lost.

python bench/terminate.py JAR [--clients 16] [--after 5] [--rounds 3]

Accepted is what was sent before the signal: each of these must have its whole answer. What comes later is answered,
told 503 with Retry-After, or finds the port closed. Exits with 1 if an answer is missing or wrong, if a refusal does
not say when to come back, or if the service does not end by itself.
"""

import argparse
import http.client
import os
import signal
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from client import Client
from mix import CASES, generate
from server import Server

ENDS_WITHIN = 60
ARRIVES_WITHIN = 1
# What the JVM ends with when SIGTERM ends it.
TERMINATED = 128 + signal.SIGTERM


class Asker(threading.Thread):
    """Asks, each time over a new connection, until nobody listens any more."""

    def __init__(self, port: int, first: int, signalled: threading.Event):
        super().__init__(daemon=True)
        self.port = port
        self.turn = first
        self.signalled = signalled
        self.counts: Counter = Counter()

    def run(self) -> None:
        while True:
            case = CASES[self.turn % len(CASES)]
            self.turn += 1
            accepted = not self.signalled.is_set()
            client = Client(self.port, timeout=ENDS_WITHIN)
            try:
                outcome = self.judged(client.ask(generate("text", case["inputs"], max_new_tokens=200)), case["text"])
            except (OSError, http.client.HTTPException) as failure:
                if accepted:
                    self.counts[f"lost: {failure!r}"] += 1
                return
            finally:
                client.close()
            self.counts[("accepted, " if accepted else "later, ") + outcome] += 1

    @staticmethod
    def judged(answer, text: str) -> str:
        if answer.status == 200:
            return "answered" if answer.content["generated_text"] == text else f"wrong: {answer.content}"
        if answer.status == 503 and "Retry-After" in answer.headers:
            return "told to come back"
        return f"wrong: {answer.status} {answer.content}"


def terminate(jar: Path, clients: int, after: float, log: Path) -> tuple[Counter, int, float]:
    """Returns the outcomes, the exit code, and the seconds from the signal to the end."""
    server = Server(jar, ["--server.address=127.0.0.1"], log)
    signalled = threading.Event()
    askers = [Asker(server.port, index, signalled) for index in range(clients)]
    try:
        for asker in askers:
            asker.start()
        time.sleep(after)
        signalled.set()
        # Whoever looked at the event before it was set has sent its request by now.
        time.sleep(ARRIVES_WITHIN)
        start = time.perf_counter()
        server.process.send_signal(signal.SIGTERM)
        code = server.process.wait(timeout=ENDS_WITHIN)
        seconds = time.perf_counter() - start
        for asker in askers:
            asker.join(ENDS_WITHIN)
    finally:
        server.process.kill()
    return sum((asker.counts for asker in askers), Counter()), code, seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", type=Path)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--after", type=float, default=5, help="seconds until the signal")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    arguments = parser.parse_args()

    good = True
    print("| round | outcomes | ended with | after |\n| --- | --- | --- | --- |")
    for number in range(1, arguments.rounds + 1):
        counts, code, seconds = terminate(arguments.jar, arguments.clients, arguments.after, arguments.log)
        outcomes = "; ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
        print(f"| {number} | {outcomes} | {code} | {seconds:.1f} s |", flush=True)
        good &= code in (0, TERMINATED) and not any("lost" in outcome or "wrong" in outcome for outcome in counts)
        good &= counts["accepted, answered"] > 0 and not counts["accepted, told to come back"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
