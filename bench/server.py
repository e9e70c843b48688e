"""Starts the jar and times it from the command to readiness.

python server.py JAR [--repetitions 5] [-- SETTING ...] prints the seconds of every start.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jar", type=Path)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--log", type=Path, default=Path(os.devnull))
    parser.add_argument("settings", nargs="*", help="settings of the service, after --")
    arguments = parser.parse_args()

    seconds = []
    for _ in range(arguments.repetitions):
        server = Server(arguments.jar, arguments.settings, arguments.log)
        server.close()
        seconds.append(server.start_seconds)
    median = statistics.median(seconds)
    met = median <= READY_WITHIN
    print("| start to ready | median | worst | target | met |\n|---|---|---|---|---|")
    print(f"| {len(seconds)} starts | {median:.2f} s | {max(seconds):.2f} s | {READY_WITHIN:g} s | {'yes' if met else 'NO'} |")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
