"""The engines under measurement behind one method: ask for a number of generate calls, get the time of each."""

import http.client
import json
import subprocess
import time
from pathlib import Path
from typing import Any, Protocol

from server import Server
from workload import NEW_TOKENS, Inputs


class Engine(Protocol):
    def ask(self, inputs: Any, calls: int) -> dict[str, Any]: ...

    def resident_bytes(self) -> int: ...

    def close(self) -> None: ...


def resident_bytes(process_id: int) -> int:
    """VmRSS of Linux; 0 elsewhere."""
    status = Path(f"/proc/{process_id}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), 0)


class Worker:
    """A process that answers one JSON line with another; what it logs goes to a file."""

    def __init__(self, command: list[str], log: Path):
        with log.open("wb") as errors:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self.log = log
        self.read()

    def read(self) -> dict[str, Any]:
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the engine has ended; see {self.log}")
        return json.loads(line)

    def exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return self.read()

    def ask(self, inputs: Inputs, calls: int, **settings: Any) -> dict[str, Any]:
        return self.exchange({"inputs": inputs.ids, "new_tokens": NEW_TOKENS, "calls": calls, **settings})

    def resident_bytes(self) -> int:
        return resident_bytes(self.process.pid)

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait(timeout=60)


class WithCapacity:
    """Cistern's worker at a cache capacity of its own; the process is shared and closed by its owner."""

    def __init__(self, worker: Worker, capacity: tuple[int, int, int]):
        self.worker = worker
        self.capacity = capacity

    def ask(self, inputs: Inputs, calls: int) -> dict[str, Any]:
        return self.worker.ask(inputs, calls, capacity=self.capacity)

    def resident_bytes(self) -> int:
        return self.worker.resident_bytes()

    def close(self) -> None:
        pass


class HttpClient:
    """POST /generate over a connection that the first call of a turn opens; that call also asks for the token ids."""

    def __init__(self, server: Server):
        self.server = server
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)

    def ask(self, inputs: Inputs, calls: int) -> dict[str, Any]:
        self.connection.close()  # the server has given up what was idle during the others' turns
        seconds = []
        tokens: list[list[int]] = []
        for call in range(calls):
            body = self.body(inputs, details=call == 0)
            start = time.perf_counter()
            answer = self.post(body)
            seconds.append(time.perf_counter() - start)
            if call == 0:
                tokens = [token_ids(each) for each in (answer if isinstance(answer, list) else [answer])]
        return {"seconds": seconds, "tokens": tokens}

    @staticmethod
    def body(inputs: Inputs, details: bool) -> bytes:
        texts = inputs.texts if len(inputs.texts) > 1 else inputs.texts[0]
        parameters = {"max_new_tokens": NEW_TOKENS, "min_new_tokens": NEW_TOKENS, "details": details}
        return json.dumps({"inputs": texts, "parameters": parameters}).encode()

    def post(self, body: bytes) -> Any:
        self.connection.request("POST", "/generate", body, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        answer = response.read()
        if response.status != 200:
            raise RuntimeError(f"POST /generate answered {response.status}: {answer.decode()}")
        return json.loads(answer)

    def resident_bytes(self) -> int:
        return resident_bytes(self.server.process.pid)

    def close(self) -> None:
        self.connection.close()
        self.server.close()


def token_ids(answer: dict[str, Any]) -> list[int]:
    return [token["id"] for token in answer["details"]["tokens"]]
