"""What every comparison of engines has in common: turns, ratios of the same round, tables, the machine's description.

One round asks every engine of a table for a few calls, one engine after the other; a ratio is the median over the
rounds of two engines' times in the same round, so that a machine that becomes slower or faster cancels out.
"""

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from engines import Engine
from server import java

# OpenMP threads of the engine before still spin this long; they must not take time from the next one.
PAUSE_SECONDS = 0.3


@dataclass
class Timings:
    """The seconds of one engine in one case, a list of calls for every round, and its last answer."""

    rounds: list[list[float]] = field(default_factory=list)
    answer: dict[str, Any] = field(default_factory=dict)

    def medians(self) -> list[float]:
        return [statistics.median(calls) for calls in self.rounds]

    def median(self) -> float:
        return statistics.median(second for calls in self.rounds for second in calls)

    def minimum(self) -> float:
        return min(second for calls in self.rounds for second in calls)

    def ratio_to(self, *others: "Timings") -> float:
        """Against the fastest of the others, round by round."""
        fastest = [min(seconds) for seconds in zip(*(other.medians() for other in others))]
        return statistics.median(own / other for own, other in zip(self.medians(), fastest))

    def __str__(self) -> str:
        return f"{self.median() * 1e3:.0f} ({self.minimum() * 1e3:.0f})"


@dataclass(frozen=True)
class Plan:
    """Untimed calls come first in a turn: they find the engine cold."""

    rounds: int
    calls: int
    untimed: int = 1

    def run(self, engines: dict[str, Engine], case: object, inputs: Any) -> dict[str, Timings]:
        timings = {name: Timings() for name in engines}
        names = list(engines)
        for turn in range(self.rounds):
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                answer = engines[name].ask(inputs, self.untimed + self.calls)
                timings[name].rounds.append(answer["seconds"][self.untimed :])
                timings[name].answer = answer
                time.sleep(PAUSE_SECONDS)
            print(f"{case}, round {turn + 1} of {self.rounds}", file=sys.stderr)
        return timings

    def __str__(self) -> str:
        return f"Rounds: {self.rounds}; timed calls of a turn: {self.calls}, after {self.untimed} that is not timed; engines in turn."


@contextmanager
def started(makers: dict[str, Callable[[], Engine]]) -> Iterator[dict[str, Engine]]:
    engines: dict[str, Engine] = {}
    try:
        for name, make in makers.items():
            engines[name] = make()
        yield engines
    finally:
        for engine in engines.values():
            engine.close()


class Report:
    """Collects table rows, raw numbers and whether every target was met."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.raw: list[dict] = []
        self.met = True

    def title(self, text: str) -> None:
        self.lines += ["", f"### {text}", ""]

    def header(self, *cells: str) -> None:
        self.row(*cells)
        self.lines.append("|" + "---|" * len(cells))

    def row(self, *cells: object) -> None:
        self.lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")

    def text(self, text: str) -> None:
        self.lines += ["", text]

    def verdict(self, ratio: float, target: float) -> str:
        self.met &= ratio <= target
        return "yes" if ratio <= target else "NO"

    def keep(self, table: str, case: object, timings: dict[str, Timings]) -> None:
        for name, timing in timings.items():
            self.raw.append({"table": table, "case": str(case), "engine": name, "seconds": timing.rounds})

    def memory(self, engines: dict[str, Engine]) -> None:
        sizes = (f"{name} {engine.resident_bytes() / 2**20:.0f} MiB" for name, engine in engines.items())
        self.text("Resident memory after the calls: " + ", ".join(sizes) + ".")


def machine(threads: int, packages: tuple[str, ...]) -> Iterator[str]:
    peers = ", ".join(f"{name} {version(name)}" for name in packages)
    yield f"{processor()}, {threads} threads, {platform.system()} {platform.release()}; {jdk()}; {peers}."
    openmp = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(("OMP_", "GOMP_", "KMP_"))]
    yield f"OpenMP settings: {', '.join(openmp) or 'none'}."


def processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def jdk() -> str:
    lines = subprocess.run([java(), "-version"], capture_output=True, text=True, check=True).stderr.splitlines()
    return next(line for line in lines if " version " in line)


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
