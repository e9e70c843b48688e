"""Mistreats the service and checks what it answers.

python bench/torture.py JAR [--minutes 10] [--clients 32] [--seed 1] [--report bench/torture.md] [-- SETTING ...]

Every request of the mix is asked once while nothing else runs; then all clients ask at random, stream, go away in the
middle and send rubbish, and each answer is compared with the one that was given alone. Exits with 1 if an answer was
wrong, missing or a 5xx, memory grew, a cache buffer was allocated or a row stayed in use.
"""

import argparse
import http.client
import os
import platform
import random
import statistics
import sys
import threading
import time
from collections import Counter
from pathlib import Path

from client import Answer, Client, Request, same, total
from mix import audio_requests, bad_requests, text_requests
from server import Server
from turns import jdk, processor

MIB = 1 << 20
GROWTH_LIMIT_MIB = 24
PARTS = 10
ANSWERED_WITHIN = 180
DROPPED_SHARE = 0.1
REFUSED = 429
PROBLEMS_KEPT = 5
# As in the container: with an arena for each thread, free pages spread over all of them.
ARENAS = "2"
# A heap that grows would hide or feign a leak of native memory.
JAVA_OPTIONS = "-Xms768m -Xmx768m -XX:+AlwaysPreTouch"


class Tally:
    """What came back, counted by kind; problems are kept word for word, the first of them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts: dict[str, Counter] = {}
        self.statuses: dict[str, Counter] = {}
        self.problems: list[str] = []

    def add(self, kind: str, what: str, status: int | None = None, problem: str | None = None) -> None:
        with self.lock:
            self.counts.setdefault(kind, Counter())[what] += 1
            if status is not None:
                self.statuses.setdefault(kind, Counter())[status] += 1
            if problem is not None and len(self.problems) < PROBLEMS_KEPT:
                self.problems.append(problem[:600])

    def number(self, what: str) -> int:
        return sum(counter[what] for counter in self.counts.values())

    def server_errors(self) -> int:
        return sum(count for counter in self.statuses.values() for status, count in counter.items() if status >= 500)


class Tormentor(threading.Thread):
    """One client."""

    def __init__(self, port: int, alone: dict[Request, Answer], tally: Tally, seed: int, deadline: float):
        super().__init__(daemon=True)
        self.port = port
        self.alone = alone
        self.tally = tally
        self.generator = random.Random(seed)
        self.deadline = deadline

    def run(self) -> None:
        client = Client(self.port)
        requests = list(self.alone)
        while time.monotonic() < self.deadline:
            request = self.generator.choice(requests)
            try:
                if request.expected == 200 and self.generator.random() < DROPPED_SHARE:
                    client.drop(request, self.generator.choice((0, 0, 1, 200)))
                    self.tally.add(request.kind, "dropped")
                else:
                    self.compare(request, client.ask(request))
            except (OSError, http.client.HTTPException, ValueError) as failure:
                client.close()
                # A body that is refused unread may find its connection closed.
                if request.expected == 413:
                    self.tally.add(request.kind, "closed")
                else:
                    self.tally.add(request.kind, "failed", problem=f"{request}: {failure!r}")
        client.close()

    def compare(self, request: Request, answer: Answer) -> None:
        expected = self.alone[request]
        if answer.status == REFUSED and "Retry-After" in answer.headers:
            self.tally.add(request.kind, "refused", answer.status)
        elif answer.status == expected.status and same(answer.content, expected.content):
            self.tally.add(request.kind, "right", answer.status)
        else:
            problem = f"{request}: {answer.status} {str(answer.content)[:200]}, alone {str(expected.content)[:200]}"
            self.tally.add(request.kind, "wrong", answer.status, problem)


class Memory(threading.Thread):
    """Samples the resident memory of a process every half second."""

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self.pid = pid
        self.samples: list[float] = []
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.5):
            self.samples.append(resident_mib(self.pid))

    def window(self, start: float, end: float) -> float:
        """Returns the median over a part of the samples, given in shares of the run."""
        count = len(self.samples)
        return statistics.median(self.samples[int(start * count):max(int(end * count), int(start * count) + 1)])


def resident_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def answers_alone(port: int, seed: int) -> dict[Request, Answer]:
    """Asks every request of the mix once, one after the other."""
    generator = random.Random(seed)
    client = Client(port)
    requests = text_requests(generator, client.offers("/generate_stream")) + bad_requests(generator)
    if client.offers("/v1/audio/transcriptions"):
        requests += audio_requests(generator)
    answers = {}
    for request in requests:
        try:
            answers[request] = client.ask(request)
        except (OSError, http.client.HTTPException):
            if request.expected != 413:
                raise
            answers[request] = Answer(413, None, 0, 0)
            client.close()
        if answers[request].status != request.expected:
            raise AssertionError(f"{request} alone: {answers[request]}")
    client.close()
    return answers


def idle_metrics(port: int) -> dict[str, float]:
    """Returns the metrics once nothing runs any more, or after a minute as they are."""
    client = Client(port)
    deadline = time.monotonic() + 60
    while True:
        metrics = client.metrics()
        busy = total(metrics, "cistern_cache_rows_used") + total(metrics, "cistern_queue_size")
        if not busy or time.monotonic() > deadline:
            client.close()
            return metrics
        time.sleep(0.5)


def torment(server: Server, arguments: argparse.Namespace) -> tuple[Tally, Memory, dict, dict]:
    """Returns what came back, resident memory meanwhile, and the metrics before and after."""
    alone = answers_alone(server.port, arguments.seed)
    before = idle_metrics(server.port)
    tally, memory = Tally(), Memory(server.process.pid)
    memory.start()
    deadline = time.monotonic() + 60 * arguments.minutes
    clients = [Tormentor(server.port, alone, tally, arguments.seed + index, deadline)
               for index in range(arguments.clients)]
    for client in clients:
        client.start()
    while time.monotonic() < deadline:
        time.sleep(0.1)
    memory.ended.set()
    memory.join()
    for client in clients:
        client.join(ANSWERED_WITHIN)
        if client.is_alive():
            tally.add("any", "failed", problem=f"a client waits for its answer since {ANSWERED_WITHIN} s")
    return tally, memory, before, idle_metrics(server.port)


def checks(tally: Tally, memory: Memory, before: dict, after: dict) -> list[tuple[str, str, bool]]:
    """Returns what was asked for, what was found, and whether they agree."""
    growth = memory.window(0.9, 1) - memory.window(0.3, 0.4)
    allocations = [total(metrics, "cistern_cache_allocations") for metrics in (before, after)]
    arrays = [total(metrics, "cistern_native_arrays") for metrics in (before, after)]
    rows, waiting = total(after, "cistern_cache_rows_used"), total(after, "cistern_queue_size")
    return [
        ("no answer is a 5xx", f"{tally.server_errors()}", tally.server_errors() == 0),
        ("every answer is the one given alone (scores within 1e-4)",
         f"{tally.number('right')} are, {tally.number('wrong')} differ", tally.number("wrong") == 0),
        ("no connection breaks, no answer is missing", f"{tally.number('failed')}", tally.number("failed") == 0),
        (f"resident memory grows by at most {GROWTH_LIMIT_MIB} MiB from the fourth to the last tenth",
         f"{growth:+.1f} MiB", growth <= GROWTH_LIMIT_MIB),
        ("no cache buffer is allocated", f"{allocations[0]:g} before, {allocations[1]:g} after",
         allocations[0] == allocations[1]),
        ("live native arrays are as many as before", f"{arrays[0]:g} before, {arrays[1]:g} after", arrays[0] == arrays[1]),
        ("every row is free at the end, nothing waits", f"{rows:g} rows used, {waiting:g} waiting", rows + waiting == 0),
    ]


def report(arguments: argparse.Namespace, tally: Tally, memory: Memory, found: list, after: dict) -> str:
    settings = f" -- {' '.join(arguments.settings)}" if arguments.settings else ""
    met = all(good for _, _, good in found)
    statuses = sorted({status for counter in tally.statuses.values() for status in counter})
    middle, last = memory.window(0.45, 0.55), memory.window(0.9, 1)
    lines = [
        "# Torture run", "",
        f"`python bench/torture.py {arguments.jar} --minutes {arguments.minutes:g} --clients {arguments.clients} "
        f"--seed {arguments.seed}{settings}`", "",
        f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores of {processor()}; {jdk()}; Python "
        f"{platform.python_version()}; `JAVA_TOOL_OPTIONS={JAVA_OPTIONS}`, "
        f"`MALLOC_ARENA_MAX={ARENAS}`.", "",
        f"Verdict: **{'passed' if met else 'FAILED'}**.", "",
        "| asked for | found | |", "| --- | --- | --- |",
        *(f"| {asked} | {text} | {'ok' if good else 'FAILED'} |" for asked, text, good in found), "",
        "## Answers", "",
        "| requests | right | 429 | dropped by the client | closed | wrong | broken |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(f"| {kind} | {counter['right']} | {counter['refused']} | {counter['dropped']} | {counter['closed']} "
          f"| {counter['wrong']} | {counter['failed']} |" for kind, counter in sorted(tally.counts.items())), "",
        "429 are answers of a full queue with `Retry-After`; closed are connections of bodies over the limit, which are "
        "refused unread.", "",
        f"| requests | {' | '.join(map(str, statuses))} |", f"| --- |{' --- |' * len(statuses)}",
        *(f"| {kind} | {' | '.join(str(counter[status]) for status in statuses)} |"
          for kind, counter in sorted(tally.statuses.items())), "",
        "## Resident memory", "",
        f"| tenth of the run | {' | '.join(str(part + 1) for part in range(PARTS))} |",
        f"| --- |{' --- |' * PARTS}",
        f"| median, MiB | {' | '.join(f'{memory.window(part / PARTS, (part + 1) / PARTS):.0f}' for part in range(PARTS))} |",
        "", f"From the middle of the run to its last tenth: {last - middle:+.1f} MiB.", "",
        "## Counted by the service", "",
        "| counter | value |", "| --- | --- |",
        *(f"| `{name}` | {value:g} |" for name, value in sorted(after.items())
          if name.startswith("cistern_requests_total")),
    ]
    if tally.problems:
        lines += ["", "## Problems", "", *(f"- {problem}" for problem in tally.problems)]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jar", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path, default=Path("bench/torture.md"))
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("settings", nargs="*", help="settings of the service, after --")
    arguments = parser.parse_args()

    os.environ["JAVA_TOOL_OPTIONS"] = JAVA_OPTIONS
    os.environ["MALLOC_ARENA_MAX"] = ARENAS
    server = Server(arguments.jar, ["--server.address=127.0.0.1", *arguments.settings], arguments.log)
    try:
        tally, memory, before, after = torment(server, arguments)
    finally:
        server.close()
    found = checks(tally, memory, before, after)
    text = report(arguments, tally, memory, found, after)
    arguments.report.write_text(text)
    print(text)
    return 0 if all(good for _, _, good in found) else 1


if __name__ == "__main__":
    sys.exit(main())
