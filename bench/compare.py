"""Times Cistern and its peers in turn and prints Markdown tables of the ratios against their targets.

One round asks every engine of a table for a few calls, one engine after the other; a ratio is the median over the
rounds of two engines' times in the same round, so that a machine that becomes slower or faster cancels out.
"""

import argparse
import json
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

from engines import Engine, HttpClient, WithCapacity, Worker
from server import Server, java
from workload import CASES, NEW_TOKENS, Case, Inputs, Vocabulary

SEED = 20250409
# max-batch-size, max-cache-length, max-encoder-length: what the service has by default.
CAPACITY = (16, 512, 512)
FP32_TARGET = 0.65
INT8_TARGETS = {1: 0.85, 8: 0.75}
HTTP_TARGET = 1.05
CAPACITY_TARGET = 1.05
# Peers that compute the same numbers: each int8 engine quantises in its own way, and random weights magnify that.
SAME_TOKENS = {"fp32": ("Transformers", "CTranslate2"), "int8": ()}
# OpenMP threads of the engine before still spin this long; they must not take time from the next one.
PAUSE_SECONDS = 0.3


@dataclass
class Timings:
    """The seconds of one engine in one case: a list of calls for every round."""

    rounds: list[list[float]] = field(default_factory=list)
    tokens: list[list[int]] = field(default_factory=list)

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
    rounds: int
    calls: int

    def run(self, engines: dict[str, Engine], case: Case, inputs: Inputs) -> dict[str, Timings]:
        timings = {name: Timings() for name in engines}
        names = list(engines)
        for turn in range(self.rounds):
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                # The first call of a turn finds the engine cold and is not counted.
                answer = engines[name].ask(inputs, self.calls + 1)
                timings[name].rounds.append(answer["seconds"][1:])
                timings[name].tokens = answer["tokens"]
                time.sleep(PAUSE_SECONDS)
            print(f"{case}, round {turn + 1} of {self.rounds}", file=sys.stderr)
        for name, timing in timings.items():
            require_length(name, timing.tokens)
        return timings


def require_length(name: str, tokens: list[list[int]]) -> None:
    lengths = {len(row) for row in tokens}
    if lengths != {NEW_TOKENS}:
        raise AssertionError(f"{name} generated {sorted(lengths)} tokens instead of {NEW_TOKENS}")


def agreement(tokens: list[list[int]], others: list[list[int]]) -> str:
    pairs = [(a, b) for row, other in zip(tokens, others) for a, b in zip(row, other)]
    return f"{sum(a == b for a, b in pairs) / len(pairs):.1%}"


@dataclass(frozen=True)
class Setup:
    """Where things are and how engines are started."""

    checkpoint: Path
    classpath: Path
    jar: Path
    work: Path
    threads: int
    jvm: list[str]

    def peer(self, name: str, precision: str) -> Worker:
        script = str(Path(__file__).with_name("peers.py"))
        command = [sys.executable, script, name, str(self.checkpoint), "--precision", precision]
        return Worker([*command, "--threads", str(self.threads)], self.work / f"{name}-{precision}.log")

    def cistern(self, precision: str) -> Worker:
        command = [java(), *self.jvm, "-cp", self.classpath.read_text().strip(), "io.cistern.bench.GenerateBench"]
        arguments = [str(self.checkpoint), precision, str(self.threads)]
        return Worker([*command, *arguments], self.work / f"cistern-{precision}.log")

    def http(self, precision: str) -> HttpClient:
        model = {"id": "bench", "path": self.checkpoint, "precision": precision}
        settings = [f"--cistern.models[0].{name}={value}" for name, value in model.items()]
        settings.append(f"--cistern.threads={self.threads}")
        settings += [f"--cistern.capacity.{name}={value}" for name, value in zip(CAPACITY_SETTINGS, CAPACITY)]
        return HttpClient(Server(self.jar, settings, self.work / f"http-{precision}.log"))


CAPACITY_SETTINGS = ("max-batch-size", "max-cache-length", "max-encoder-length")


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

    def verdict(self, ratio: float, target: float) -> str:
        self.met &= ratio <= target
        return "yes" if ratio <= target else "NO"

    def keep(self, table: str, case: Case, timings: dict[str, Timings]) -> None:
        for name, timing in timings.items():
            self.raw.append({"table": table, "case": str(case), "engine": name, "seconds": timing.rounds})

    def memory(self, engines: dict[str, Engine]) -> None:
        sizes = (f"{name} {engine.resident_bytes() / 2**20:.0f} MiB" for name, engine in engines.items())
        self.lines += ["", "Resident memory after the calls: " + ", ".join(sizes) + "."]


def compare_fp32(report: Report, setup: Setup, plan: Plan, inputs: dict[Case, Inputs]) -> None:
    makers = {
        "Transformers": lambda: setup.peer("transformers", "fp32"),
        "CTranslate2": lambda: setup.peer("ctranslate2", "fp32"),
        "Cistern": lambda: WithCapacity(setup.cistern("fp32"), CAPACITY),
        "Cistern HTTP": lambda: setup.http("fp32"),
    }
    compare_peers(report, "fp32", makers, plan, inputs, lambda case: FP32_TARGET)


def compare_int8(report: Report, setup: Setup, plan: Plan, inputs: dict[Case, Inputs]) -> None:
    makers = {
        "CTranslate2": lambda: setup.peer("ctranslate2", "int8"),
        "Cistern": lambda: WithCapacity(setup.cistern("int8"), CAPACITY),
        "Cistern HTTP": lambda: setup.http("int8"),
    }
    compare_peers(report, "int8", makers, plan, inputs, lambda case: INT8_TARGETS[case.batch])


def compare_peers(
    report: Report,
    precision: str,
    makers: dict[str, Callable[[], Engine]],
    plan: Plan,
    inputs: dict[Case, Inputs],
    target: Callable[[Case], float],
) -> None:
    with started(makers) as engines:
        results = {case: plan.run(engines, case, inputs[case]) for case in inputs}
        peers = [name for name in engines if not name.startswith("Cistern")]
        report.title(f"{precision}: {NEW_TOKENS} new tokens, ms per generate call, median (minimum)")
        same_as = [f"same tokens as {peer}" for peer in SAME_TOKENS[precision]]
        report.header("case", *peers, "Cistern", "ratio to the faster", "target", "met", *same_as)
        for case, timings in results.items():
            report.keep(precision, case, timings)
            own = timings["Cistern"]
            ratio = own.ratio_to(*(timings[peer] for peer in peers))
            verdict = report.verdict(ratio, target(case))
            same = [agreement(own.tokens, timings[peer].tokens) for peer in SAME_TOKENS[precision]]
            cells = [timings[peer] for peer in peers] + [own]
            report.row(case, *cells, f"{ratio:.2f}", f"{target(case):.2f}", verdict, *same)
        report_http(report, precision, results)
        report.memory(engines)


def report_http(report: Report, precision: str, results: dict[Case, dict[str, Timings]]) -> None:
    report.title(f"{precision}: what HTTP adds, ms per generate call, median (minimum)")
    report.header("case", "Java API", "POST /generate", "ratio", "target", "met", "same tokens")
    for case, timings in results.items():
        direct, served = timings["Cistern"], timings["Cistern HTTP"]
        ratio = served.ratio_to(direct)
        verdict = report.verdict(ratio, HTTP_TARGET)
        same = agreement(served.tokens, direct.tokens)
        report.row(case, direct, served, f"{ratio:.3f}", f"{HTTP_TARGET:.2f}", verdict, same)


def compare_capacities(report: Report, setup: Setup, plan: Plan, inputs: dict[Case, Inputs]) -> None:
    """A cache that the request just fits, and one that is ten times larger in every direction."""
    report.title("Ten times the capacity, ms per generate call, median (minimum)")
    report.header("case", "precision", "exact capacity", "ten times", "ratio", "target", "met")
    for precision in ("fp32", "int8"):
        worker = setup.cistern(precision)
        try:
            for case in (case for case in inputs if case.encoder_length == 64):
                exact = (case.batch, NEW_TOKENS + 1, case.encoder_length)
                larger = (10 * exact[0], 10 * exact[1], 10 * exact[2])
                engines = {"exact": WithCapacity(worker, exact), "ten times": WithCapacity(worker, larger)}
                timings = plan.run(engines, case, inputs[case])
                report.keep(f"capacity {precision}", case, timings)
                ratio = timings["ten times"].ratio_to(timings["exact"])
                verdict = report.verdict(ratio, CAPACITY_TARGET)
                cells = (timings["exact"], timings["ten times"], f"{ratio:.3f}", f"{CAPACITY_TARGET:.2f}", verdict)
                report.row(case, precision, *cells)
        finally:
            worker.close()


TABLES = {"fp32": compare_fp32, "int8": compare_int8, "capacity": compare_capacities}


def machine(setup: Setup, plan: Plan) -> Iterator[str]:
    peers = ", ".join(f"{name} {version(name)}" for name in ("torch", "transformers", "ctranslate2"))
    jdk = subprocess.run([java(), "-version"], capture_output=True, text=True, check=True).stderr.splitlines()[0]
    yield f"{processor()}, {setup.threads} threads, {platform.system()} {platform.release()}; {jdk}; {peers}."
    openmp = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(("OMP_", "GOMP_", "KMP_"))]
    yield f"OpenMP settings: {', '.join(openmp) or 'none'}."
    yield f"{plan.rounds} rounds of {plan.calls} timed calls after one untimed call, engines in turn."


def processor() -> str:
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    named = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--classpath", type=Path, required=True, help="file with the class path of the tests")
    parser.add_argument("--jar", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder for logs and raw numbers")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--calls", type=int, default=2)
    parser.add_argument("--threads", type=int, default=cores(), help="of every engine; default: all cores")
    parser.add_argument("--cases", nargs="+", choices=CASES, metavar="BATCHxLENGTH", default=list(CASES))
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=list(TABLES))
    parser.add_argument("--jvm", nargs="*", default=[], help="options of the JVM that runs the Java API")
    arguments = parser.parse_args()

    arguments.work.mkdir(parents=True, exist_ok=True)
    checkpoint = arguments.checkpoint.resolve()
    setup = Setup(
        checkpoint, arguments.classpath, arguments.jar.resolve(), arguments.work, arguments.threads, arguments.jvm
    )
    plan = Plan(arguments.rounds, arguments.calls)
    vocabulary = Vocabulary(checkpoint / "tokenizer.json")
    inputs = {case: vocabulary.inputs(case, SEED) for case in map(CASES.get, arguments.cases)}
    report = Report()
    report.lines += machine(setup, plan)
    for table in arguments.tables:
        TABLES[table](report, setup, plan, inputs)
    print("\n".join(report.lines))
    (arguments.work / "seconds.json").write_text(json.dumps(report.raw, indent=1))
    return 0 if report.met else 1


if __name__ == "__main__":
    sys.exit(main())
