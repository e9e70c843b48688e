"""Times Cistern and its peers in turn and prints Markdown tables of the ratios against their targets."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engines import Engine, HttpClient, WithCapacity, Worker
from server import Server, java
from turns import Plan, Report, Timings, cores, machine, started
from workload import CASES, NEW_TOKENS, Case, Inputs, Vocabulary

SEED = 20250409
PACKAGES = ("torch", "transformers", "ctranslate2")
# max-batch-size, max-cache-length, max-encoder-length: what the service has by default.
CAPACITY = (16, 512, 512)
FP32_TARGET = 0.65
INT8_TARGETS = {1: 0.85, 8: 0.75}
HTTP_TARGET = 1.05
CAPACITY_TARGET = 1.05
# Peers that compute the same numbers: each int8 engine quantises in its own way, and random weights magnify that.
SAME_TOKENS = {"fp32": ("Transformers", "CTranslate2"), "int8": ()}


def run(plan: Plan, engines: dict[str, Engine], case: Case, inputs: Inputs) -> dict[str, Timings]:
    timings = plan.run(engines, case, inputs)
    for name, timing in timings.items():
        require_length(name, timing.answer["tokens"])
    return timings


def require_length(name: str, tokens: list[list[int]]) -> None:
    lengths = {len(row) for row in tokens}
    if lengths != {NEW_TOKENS}:
        raise AssertionError(f"{name} generated {sorted(lengths)} tokens instead of {NEW_TOKENS}")


def agreement(own: Timings, peer: Timings) -> str:
    rows = zip(own.answer["tokens"], peer.answer["tokens"])
    pairs = [(a, b) for row, other in rows for a, b in zip(row, other)]
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
        results = {case: run(plan, engines, case, inputs[case]) for case in inputs}
        peers = [name for name in engines if not name.startswith("Cistern")]
        report.title(f"{precision}: {NEW_TOKENS} new tokens, ms per generate call, median (minimum)")
        same_as = [f"same tokens as {peer}" for peer in SAME_TOKENS[precision]]
        report.header("case", *peers, "Cistern", "ratio to the faster", "target", "met", *same_as)
        for case, timings in results.items():
            report.keep(precision, case, timings)
            own = timings["Cistern"]
            ratio = own.ratio_to(*(timings[peer] for peer in peers))
            verdict = report.verdict(ratio, target(case))
            same = [agreement(own, timings[peer]) for peer in SAME_TOKENS[precision]]
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
        same = agreement(served, direct)
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
                timings = run(plan, engines, case, inputs[case])
                report.keep(f"capacity {precision}", case, timings)
                ratio = timings["ten times"].ratio_to(timings["exact"])
                verdict = report.verdict(ratio, CAPACITY_TARGET)
                cells = (timings["exact"], timings["ten times"], f"{ratio:.3f}", f"{CAPACITY_TARGET:.2f}", verdict)
                report.row(case, precision, *cells)
        finally:
            worker.close()


TABLES = {"fp32": compare_fp32, "int8": compare_int8, "capacity": compare_capacities}


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
    report.lines += machine(setup.threads, PACKAGES)
    report.lines.append(str(plan))
    for table in arguments.tables:
        TABLES[table](report, setup, plan, inputs)
    print("\n".join(report.lines))
    (arguments.work / "seconds.json").write_text(json.dumps(report.raw, indent=1))
    return 0 if report.met else 1


if __name__ == "__main__":
    sys.exit(main())
