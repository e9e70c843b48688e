"""Serves faster-whisper as faster-whisper-server does: OpenAI's form, and one recording at a time on all cores.

python bench/one_at_a_time.py CHECKPOINT --port PORT [--precision int8|fp32] [--threads N] [--work FOLDER]

A peer for load.py. Requests that come meanwhile wait for a lock, in whatever order they get it.
"""

import argparse
import io
import json
import threading
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from client import HOST
from speech_peers import FasterWhisper
from turns import cores

WORK = Path("target/bench/one-at-a-time")


class Handler(BaseHTTPRequestHandler):
    """GET /health, and POST /v1/audio/transcriptions with a multipart form."""

    protocol_version = "HTTP/1.1"
    # Status line, headers and body leave in one packet.
    wbufsize = -1
    peer: FasterWhisper
    lock = threading.Lock()

    def do_GET(self) -> None:
        self.answer(200 if self.path == "/health" else 404, {})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        file = io.BytesIO(part(self.headers["Content-Type"], body, "file"))
        with self.lock:
            text = self.peer.transcribe(file, vad=False, timestamps=False, mode="sequential")
        self.answer(200, {"text": text.strip()})

    def answer(self, status: int, content: dict) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    """Has room for all clients that connect at once."""

    request_queue_size = 128
    daemon_threads = True


def part(content_type: str, body: bytes, name: str) -> bytes:
    """Returns the content of one field of a multipart form."""
    form = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    fields = {field["Content-Disposition"].params.get("name"): field for field in form.iter_parts()}
    return fields[name].get_payload(decode=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--precision", choices=("fp32", "int8"), default="int8")
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--work", type=Path, default=WORK, help="folder for the converted model")
    arguments = parser.parse_args()

    work = arguments.work / arguments.checkpoint.resolve().name
    work.mkdir(parents=True, exist_ok=True)
    Handler.peer = FasterWhisper(arguments.checkpoint.resolve(), arguments.precision, arguments.threads, work)
    Server((HOST, arguments.port), Handler).serve_forever()


if __name__ == "__main__":
    main()
