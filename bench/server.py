"""Starts the jar and times it from the command to readiness, as it is and as the container has it.

python server.py JAR [--repetitions 5] [-- SETTING ...] exits with 1 if a median misses the target.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

READY_WITHIN = 8.0


def java() -> str:
    home = os.environ.get("JAVA_HOME")
    return str(Path(home, "bin", "java")) if home else "java"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """The service in a process of its own, ready when constructed."""

    def __init__(self, jar: Path, settings: list[str], log: Path, timeout: float = 300, jvm: Sequence[str] = ()):
        self.port = free_port()
        self.log = log
        start = time.perf_counter()
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [java(), *jvm, "-jar", str(jar), f"--server.port={self.port}", *settings],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            self.wait(start + timeout)
        except BaseException:
            self.close()
            raise
        self.start_seconds = time.perf_counter() - start

    def wait(self, deadline: float) -> None:
        while not self.is_ready():
            if self.process.poll() is not None:
                raise RuntimeError(f"the service ended with code {self.process.returncode}; see {self.log}")
            if time.perf_counter() > deadline:
                raise TimeoutError(f"the service is not ready in time; see {self.log}")
            time.sleep(0.02)

    def is_ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/actuator/health/readiness")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=60)


def unpack(jar: Path, folder: Path) -> Path:
    """Returns the jar of a folder in which its libraries lie beside it: a JVM reads those faster than jars in a jar."""
    command = [java(), "-Djarmode=tools", "-jar", str(jar), "extract", "--application-filename", "cistern.jar"]
    subprocess.run([*command, "--destination", str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder / "cistern.jar"


def time_starts(name: str, jar: Path, arguments: argparse.Namespace, jvm: Sequence[str] = ()) -> bool:
    seconds = [start(jar, arguments, jvm) for _ in range(arguments.repetitions)]
    median = statistics.median(seconds)
    met = median <= READY_WITHIN
    print(f"| {name} | {median:.2f} s | {max(seconds):.2f} s | {READY_WITHIN:g} s | {'yes' if met else 'NO'} |", flush=True)
    return met


def start(jar: Path, arguments: argparse.Namespace, jvm: Sequence[str]) -> float:
    server = Server(jar, arguments.settings, arguments.log, jvm=jvm)
    server.close()
    return server.start_seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jar", type=Path)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("settings", nargs="*", help="settings of the service, after --")
    arguments = parser.parse_args()

    print(f"| start to ready, {arguments.repetitions} starts | median | worst | target | met |\n|" + 5 * "---|")
    met = time_starts("`java -jar`", arguments.jar, arguments)
    with tempfile.TemporaryDirectory() as folder:
        jar = unpack(arguments.jar, Path(folder, "unpacked"))
        archive = Path(folder, "cistern.jsa")
        start(jar, arguments, [f"-XX:ArchiveClassesAtExit={archive}"])
        met &= time_starts("as in the container", jar, arguments, [f"-XX:SharedArchiveFile={archive}"])
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
