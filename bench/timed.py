"""The loop of a peer's process: answers one JSON object a line with another, which has the seconds of every call."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any


def serve(call: Callable[..., dict[str, Any]]) -> None:
    """Answers {"calls": 3, ...} with {"seconds": [s, s, s], ...}: the call gets the other fields and returns them."""
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        print(json.dumps(timed(call, **json.loads(line))), flush=True)


def timed(call: Callable[..., dict[str, Any]], calls: int, **request: Any) -> dict[str, Any]:
    seconds = []
    answer: dict[str, Any] = {}
    for _ in range(calls):
        start = time.perf_counter()
        answer = call(**request)
        seconds.append(time.perf_counter() - start)
    return {"seconds": seconds, **answer}
