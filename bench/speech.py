"""Times transcriptions of Cistern, faster-whisper and Transformers in turn and prints Markdown tables.

python bench/speech.py --jar JAR --work FOLDER [--audio FOLDER] [--base FOLDER] [--tables short long words load] [--hours 2]

Cistern is asked through HTTP; the others are Python processes that are given the path of the file.
"""

import argparse
import io
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from client import Client, Request
from engines import Engine, Worker, resident_bytes
from load import measure, percentile
from server import Server
from turns import PAUSE_SECONDS, Plan, Report, Timings, cores, machine, started

ROOT = Path(__file__).resolve().parents[1]
TEXTS: dict[str, str] = json.loads(Path(__file__).with_name("speech_texts.json").read_text())
PACKAGES = ("torch", "transformers", "ctranslate2", "faster-whisper")

# 3.0 s, 4.0 s, 7.1 s, 11.0 s and 13.3 s long.
SHORT = ("librivox_austen_0880.wav", "arctic_a0024.wav", "librivox_austen_0870.wav", "jfk.wav", "1272-141231-0002.flac")
LONG = "long_en_concat.flac"
LOAD = "librivox_austen_0870.wav"

SHORT_TARGET = 0.6
LONG_TARGET = 0.5
THROUGHPUT_TARGET = 1.0
CLIENTS = 8
LOAD_SECONDS = 15.0
# Two hours of samples are 440 MiB as floats.
GROWTH_TARGET_MIB = 32
# A heap that grows would hide or feign growth of native memory.
FIXED_HEAP = ("-Xms768m", "-Xmx768m", "-XX:+AlwaysPreTouch")


@dataclass(frozen=True)
class Job:
    """One file and how to transcribe it; what differs from this is the same for all engines."""

    file: str
    vad: bool = False
    timestamps: bool = False
    mode: str = "sequential"

    def request(self) -> Request:
        """Cistern writes timestamps if the recording is longer than a window, else not in this response format."""
        fields = {"language": "en", "temperature": "0", "mode": self.mode, "vad": str(self.vad).lower()}
        return Request.form("audio", "/v1/audio/transcriptions", Path(self.file).read_bytes(), fields)


class Peer:
    """A process of speech_peers.py."""

    def __init__(self, worker: Worker):
        self.worker = worker

    def ask(self, job: Job, calls: int) -> dict[str, Any]:
        return self.worker.exchange({**asdict(job), "calls": calls})

    def resident_bytes(self) -> int:
        return self.worker.resident_bytes()

    def close(self) -> None:
        self.worker.close()


class Cistern:
    """POST /v1/audio/transcriptions; the file is read and the form is made within the time of a call."""

    def __init__(self, server: Server):
        self.server = server

    def ask(self, job: Job, calls: int, timeout: float = 600) -> dict[str, Any]:
        client = Client(self.server.port, timeout)
        seconds, text = [], ""
        for _ in range(calls):
            start = time.perf_counter()
            answer = client.ask(job.request())
            seconds.append(time.perf_counter() - start)
            if answer.status != 200:
                raise RuntimeError(f"{answer.status} {answer.content}")
            text = answer.content["text"]
        client.close()
        return {"seconds": seconds, "text": text}

    def metrics(self) -> dict[str, float]:
        client = Client(self.server.port)
        try:
            return client.metrics()
        finally:
            client.close()

    def resident_bytes(self) -> int:
        return resident_bytes(self.server.process.pid)

    def close(self) -> None:
        self.server.close()


class InMode:
    """An engine that reads recordings in one mode, whatever the job says; closed by its owner."""

    def __init__(self, engine: Engine, mode: str):
        self.engine = engine
        self.mode = mode

    def ask(self, job: Job, calls: int) -> dict[str, Any]:
        return self.engine.ask(replace(job, mode=self.mode), calls)

    def resident_bytes(self) -> int:
        return self.engine.resident_bytes()

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Setup:
    """One checkpoint, where things are and how engines are started."""

    model: str
    checkpoint: Path
    jar: Path
    work: Path
    threads: int
    quantised: str
    audio: Path
    clips: tuple[str, ...]
    load_seconds: float

    def makers(self) -> dict[str, Callable[[], Engine]]:
        return {
            "Transformers": lambda: self.peer("transformers", "fp32"),
            "faster-whisper float32": lambda: self.peer("faster-whisper", "fp32"),
            "faster-whisper int8": lambda: self.peer("faster-whisper", "int8"),
            "Cistern fp32": lambda: self.cistern("fp32"),
            self.quantised_name: lambda: self.cistern(self.quantised),
        }

    @property
    def quantised_name(self) -> str:
        return f"Cistern {self.quantised}"

    def peer(self, name: str, precision: str) -> Peer:
        script = str(Path(__file__).with_name("speech_peers.py"))
        command = [sys.executable, script, name, str(self.checkpoint), "--precision", precision]
        command += ["--threads", str(self.threads), "--work", str(self.work)]
        return Peer(Worker(command, self.work / f"{name}-{precision}.log"))

    def cistern(self, precision: str, jvm: tuple[str, ...] = ()) -> Cistern:
        model = {"id": "bench", "path": self.checkpoint, "precision": precision}
        capacity = {"max-batch-size": 8, "max-cache-length": 448, "max-encoder-length": 1500}
        settings = [f"--cistern.models[0].{name}={value}" for name, value in model.items()]
        settings += [f"--cistern.models[0].capacity.{name}={value}" for name, value in capacity.items()]
        settings += [f"--cistern.threads={self.threads}", "--server.address=127.0.0.1"]
        log = self.work / f"cistern-{precision}.log"
        return Cistern(Server(self.jar, settings, log, jvm=jvm))

    def has(self, clip: str) -> bool:
        return (self.audio / clip).exists()

    def short(self, clip: str) -> Job:
        return Job(str(self.audio / clip))

    def long(self) -> Job:
        return Job(str(self.audio / LONG), vad=True, timestamps=True)


def compare_short(report: Report, setup: Setup, plan: Plan, engines: dict[str, Engine]) -> None:
    clips = [clip for clip in setup.clips if setup.has(clip)]
    results = {clip: plan.run(engines, clip, setup.short(clip)) for clip in clips}
    report.title(f"{setup.model}, short clips: ms per clip, median (minimum)")
    report.header("clip", *engines, "int8 ratio", "target", "met", "fp32 ratio")
    for clip, timings in results.items():
        report.keep(f"{setup.model} short", clip, timings)
        ratio = timings[setup.quantised_name].ratio_to(timings["faster-whisper int8"])
        floats = timings["Cistern fp32"].ratio_to(timings["Transformers"], timings["faster-whisper float32"])
        verdict = report.verdict(ratio, SHORT_TARGET)
        report.row(clip, *timings.values(), f"{ratio:.2f}", f"{SHORT_TARGET:.2f}", verdict, f"{floats:.2f}")
    report.text("int8: Cistern's to faster-whisper's time; fp32: to the faster of the two peers.")
    report.memory(engines)


def compare_long(report: Report, setup: Setup, plan: Plan, engines: dict[str, Engine]) -> None:
    """Each engine transcribes the recording once before the rounds, and not again untimed in every turn."""
    if not setup.has(LONG):
        return
    modes = ("sequential", "batched")
    names = {"faster-whisper": "faster-whisper int8", "Cistern": setup.quantised_name}
    views = {f"{name}, {mode}": InMode(engines[names[name]], mode) for name in names for mode in modes}
    for view in views.values():
        view.ask(setup.long(), 1)
    timings = replace(plan, untimed=0).run(views, LONG, setup.long())
    report.title(f"{setup.model}, {LONG} in int8: ms, median (minimum)")
    report.keep(f"{setup.model} long", LONG, timings)
    report.header(*views)
    report.row(*timings.values())
    report.text("Ratios of Cistern:")
    report.lines.append("")
    report.header("Cistern", "faster-whisper", "ratio", "target", "met")
    for peer in modes:
        ratio = timings["Cistern, batched"].ratio_to(timings[f"faster-whisper, {peer}"])
        report.row("batched", peer, f"{ratio:.2f}", f"{LONG_TARGET:.2f}", report.verdict(ratio, LONG_TARGET))
    ratio = timings["Cistern, sequential"].ratio_to(timings["faster-whisper, sequential"])
    report.row("sequential", "sequential", f"{ratio:.2f}", "", "")


def compare_words(report: Report, setup: Setup, plan: Plan, engines: dict[str, Engine]) -> None:
    """Every clip with a known text once; the long one in batched mode."""
    pairs = {"Cistern fp32": "faster-whisper float32", setup.quantised_name: "faster-whisper int8"}
    names = [name for pair in pairs.items() for name in pair]
    count = WordErrors()
    report.title(f"{setup.model}: wrong words")
    report.header("clip", "words", *names)
    totals = {name: 0 for name in names}
    words = 0
    for clip, reference in TEXTS.items():
        if not setup.has(clip):
            continue
        job = replace(setup.long(), mode="batched") if clip == LONG else setup.short(clip)
        errors = {}
        for name in names:
            text = engines[name].ask(job, 1)["text"]
            errors[name] = count(reference, text)
            report.raw.append({"table": f"{setup.model} words", "case": clip, "engine": name, "text": text})
            time.sleep(PAUSE_SECONDS)
        length = count.words(reference)
        report.row(clip, length, *errors.values())
        words += length
        totals = {name: totals[name] + errors[name] for name in names}
    report.row("all", words, *(f"{errors} ({errors / words:.1%})" for errors in totals.values()))
    verdicts = (f"{own} {report.verdict(totals[own], totals[peer])}" for own, peer in pairs.items())
    report.text(f"Not more wrong words than faster-whisper: {', '.join(verdicts)}.")


class WordErrors:
    """Counts substituted, left out and inserted words after Whisper's English normaliser."""

    def __init__(self) -> None:
        import jiwer
        from whisper_normalizer.english import EnglishTextNormalizer

        self.process = jiwer.process_words
        self.normalise = EnglishTextNormalizer()

    def __call__(self, reference: str, text: str) -> int:
        result = self.process(self.normalise(reference), self.normalise(text))
        return result.substitutions + result.deletions + result.insertions

    def words(self, text: str) -> int:
        return len(self.normalise(text).split())


def compare_load(report: Report, setup: Setup, plan: Plan, engines: dict[str, Engine]) -> None:
    """One client and several, in turns; the rates of one round are compared."""
    if not setup.has(LOAD):
        return
    service = engines[setup.quantised_name]
    request = setup.short(LOAD).request()
    service.ask(setup.short(LOAD), 2)
    seconds = setup.load_seconds / plan.rounds
    loads: dict[int, list[LoadRun]] = {1: [], CLIENTS: []}
    for turn in range(plan.rounds):
        for clients in loads if turn % 2 == 0 else reversed(loads):
            loads[clients].append(LoadRun.of(service, request, clients, seconds))
            print(f"{clients} clients, round {turn + 1} of {plan.rounds}", file=sys.stderr)
    report.title(f"{setup.model}, {setup.quantised_name}: clients that ask for {LOAD} again and again")
    report.header("clients", "clips/s", "p50", "p99", "encoder", "decoder", "neither", "rows of a decoder step")
    for clients, runs in loads.items():
        report.row(clients, *LoadRun.joined(runs).cells())
    slower = Timings([[1 / run.rate] for run in loads[CLIENTS]])
    ratio = slower.ratio_to(Timings([[1 / run.rate] for run in loads[1]]))
    verdict = report.verdict(ratio, THROUGHPUT_TARGET)
    report.text(f"Time per clip with {CLIENTS} clients is {ratio:.2f} of one client's; at most {THROUGHPUT_TARGET:.2f}: "
                f"{verdict}. The shares of encoder and decoder are those of the time that passed.")


@dataclass(frozen=True)
class LoadRun:
    """What clients got in some seconds, and what the service computed meanwhile."""

    elapsed: float
    latencies: list[float]
    steps: dict[str, float]

    METERS = {
        f"{phase} {what}": f"cistern_step_{name}{{model=\"bench\",phase=\"{phase}\"}}"
        for phase in ("encode", "decode")
        for what, name in (("seconds", "duration_seconds_sum"), ("rows", "rows_sum"), ("steps", "rows_count"))
    }

    @staticmethod
    def of(service: Cistern, request: Request, clients: int, seconds: float) -> "LoadRun":
        before = service.metrics()
        elapsed, answers = measure(service.server.port, request, clients, seconds)
        after = service.metrics()
        steps = {key: after[name] - before[name] for key, name in LoadRun.METERS.items()}
        return LoadRun(elapsed, [answer.seconds for answer in answers], steps)

    @staticmethod
    def joined(runs: list["LoadRun"]) -> "LoadRun":
        latencies = [latency for run in runs for latency in run.latencies]
        steps = {key: sum(run.steps[key] for run in runs) for key in LoadRun.METERS}
        return LoadRun(sum(run.elapsed for run in runs), latencies, steps)

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.elapsed

    def cells(self) -> Iterator[str]:
        yield f"{self.rate:.2f}"
        for share in (0.5, 0.99):
            yield f"{1e3 * percentile(self.latencies, share):.0f} ms"
        encoder, decoder = (self.steps[f"{phase} seconds"] / self.elapsed for phase in ("encode", "decode"))
        yield from (f"{share:.0%}" for share in (encoder, decoder, 1 - encoder - decoder))
        yield f"{self.steps['decode rows'] / max(1, self.steps['decode steps']):.1f}"


def compare_hours(report: Report, setup: Setup, hours: float) -> None:
    """One recording of some hours in batched mode; resident memory is sampled meanwhile."""
    clip = next(clip for clip in (LONG, *setup.clips) if setup.has(clip))
    file = setup.work / f"{hours:g}h.ogg"
    length = repeat(setup.audio / clip, file, hours * 3600)
    service = setup.cistern(setup.quantised, FIXED_HEAP)
    try:
        service.ask(setup.short(clip), 1)
        with Memory(service) as memory:
            answer = service.ask(Job(str(file), vad=True, timestamps=True, mode="batched"), 1, timeout=24 * 3600)
    finally:
        service.close()
    seconds = answer["seconds"][0]
    warm, rest = memory.split()
    growth = max(rest) - max(warm)
    report.title(f"{setup.model}, {setup.quantised_name}: {length / 3600:.2f} h of {clip}, batched")
    report.header("upload", "seconds", "times real time", "most memory, first fifth", "after it", "growth", "target", "met")
    met = report.verdict(growth, GROWTH_TARGET_MIB)
    report.row(f"{file.stat().st_size / 2**20:.1f} MiB", f"{seconds:.0f}", f"{length / seconds:.0f}",
               f"{max(warm):.0f} MiB", f"{max(rest):.0f} MiB", f"{growth:.0f} MiB", f"{GROWTH_TARGET_MIB} MiB", met)
    words = len(answer["text"].split())
    report.text(f"{words} words; {len(warm) + len(rest)} samples of resident memory; JVM with {' '.join(FIXED_HEAP)}.")


class Memory(threading.Thread):
    """Samples a process's resident memory in MiB ten times a second while a block runs."""

    def __init__(self, engine: Engine):
        super().__init__(daemon=True)
        self.engine = engine
        self.samples: list[float] = []
        self.done = threading.Event()

    def __enter__(self) -> "Memory":
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.done.set()
        self.join()

    def run(self) -> None:
        while not self.done.wait(0.1):
            self.samples.append(self.engine.resident_bytes() / 2**20)

    def split(self) -> tuple[list[float], list[float]]:
        """Returns the samples of the first fifth and those after it."""
        fifth = max(1, len(self.samples) // 5)
        return self.samples[:fifth], self.samples[fifth:]


def repeat(clip: Path, target: Path, seconds: float) -> float:
    """Writes the clip again and again as Opus, encoded once; returns the seconds written."""
    import av

    packets, length = opus(clip)
    with av.open(str(target), "w", format="ogg") as output:
        stream = output.add_stream("libopus", rate=48000, layout="mono")
        output.start_encoding()
        repetitions = max(1, round(seconds * 48000 / length))
        for repetition in range(repetitions):
            for content, time_stamp in packets:
                packet = av.Packet(content)
                packet.stream = stream
                packet.time_base = Fraction(1, 48000)
                packet.pts = packet.dts = time_stamp + repetition * length
                output.mux(packet)
    return repetitions * length / 48000


def opus(clip: Path) -> tuple[list[tuple[bytes, int]], int]:
    """Returns packets of 20 ms with their time stamps, and their length, in 1/48000 s."""
    import av

    with av.open(str(clip)) as source, av.open(io.BytesIO(), "w", format="ogg") as scratch:
        stream = scratch.add_stream("libopus", rate=48000, layout="mono")
        stream.bit_rate = 20_000
        packets = [packet for frame in source.decode(audio=0) for packet in stream.encode(frame)]
        packets += stream.encode(None)
        return [(bytes(packet), 960 * i) for i, packet in enumerate(packets)], 960 * len(packets)


TABLES = {"short": compare_short, "long": compare_long, "words": compare_words, "load": compare_load}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="folder for logs, converted models and raw numbers")
    parser.add_argument("--tiny", type=Path, default=ROOT / "models/whisper-tiny.en", help="an English checkpoint")
    parser.add_argument("--base", type=Path, help="folder of whisper-base; left out without it")
    parser.add_argument("--models", nargs="+", choices=("tiny.en", "base"), default=["tiny.en", "base"])
    parser.add_argument("--audio", type=Path, default=ROOT / "samples", help="clips that are not in it are left out")
    parser.add_argument("--clips", nargs="+", default=SHORT, help="of the table of short clips")
    parser.add_argument("--tables", nargs="*", choices=TABLES, default=list(TABLES))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--calls", type=int, default=1)
    parser.add_argument("--threads", type=int, default=cores(), help="of every engine; default: all cores")
    parser.add_argument("--precision", default="int8", help="of Cistern, against faster-whisper's int8")
    parser.add_argument("--load-seconds", type=float, default=LOAD_SECONDS, help="for each number of clients")
    parser.add_argument("--hours", type=float, default=0, help="length of the recording of the memory table; 0: none")
    arguments = parser.parse_args()

    checkpoints = {"tiny.en": arguments.tiny, "base": arguments.base}
    plan = Plan(arguments.rounds, arguments.calls)
    report = Report()
    report.lines += [*machine(arguments.threads, PACKAGES), str(plan)]
    for model in (model for model in arguments.models if checkpoints[model]):
        work = arguments.work.resolve() / f"whisper-{model}"
        work.mkdir(parents=True, exist_ok=True)
        setup = Setup(
            f"whisper-{model}",
            checkpoints[model].resolve(),
            arguments.jar.resolve(),
            work,
            arguments.threads,
            arguments.precision,
            arguments.audio.resolve(),
            tuple(arguments.clips),
            arguments.load_seconds,
        )
        if arguments.tables:
            with started(setup.makers()) as engines:
                for table in arguments.tables:
                    TABLES[table](report, setup, plan, engines)
        if arguments.hours and model == "tiny.en":
            compare_hours(report, setup, arguments.hours)
    print("\n".join(report.lines))
    (arguments.work / "speech.json").write_text(json.dumps(report.raw, indent=1))
    return 0 if report.met else 1


if __name__ == "__main__":
    sys.exit(main())
