"""A calculator service in Python, standard library only, written after docs/services.md."""

import json
import os
import re
import signal
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from calculators import CALCULATORS, Calculator, rounded, twins
from identity import Identity, Verifier
from reading import Malformed, Mistake, read_body, read_inputs, read_query
from texts import DETAILS, LABELS, MISTAKES, OFFERED, TITLES, say

PLUGIN = "python"
MOUNT = "/api/python"
METHODS = ("GET", "HEAD", "POST")
LARGEST_BODY = 65_536
STATUSES = {
    "service-signature": 401,
    "unknown-calculator": 404,
    "method-not-allowed": 405,
    "payload-too-large": 413,
    "unsupported-media-type": 415,
}

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080")
SECRETS = [secret.strip() for secret in os.environ.get("SERVICE_SECRET", "").split(",") if secret.strip()]
ANSWER_UNSIGNED = os.environ.get("SERVICE_UNSIGNED") == "answer"

VERIFIER = Verifier(SECRETS, PLUGIN)
ROUTES = {
    f"{MOUNT}/{segment}": (segment, calculator)
    for calculator in CALCULATORS
    for segment in (calculator.name, *calculator.aliases)
}


class Problem(Exception):
    def __init__(self, code: str, mistakes: list[Mistake] | None = None, language: str | None = None) -> None:
        super().__init__(code)
        self.code, self.mistakes, self.language = code, mistakes, language


class Running:
    """Calls under way, so that a stop can wait for them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._calls = 0
        self.stopping = False

    def __enter__(self) -> None:
        with self._changed:
            self._calls += 1

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._calls -= 1
            self._changed.notify_all()

    def wait_for_all(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._calls == 0, seconds)


RUNNING = Running()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Longer than the gateway keeps an idle connection.
    timeout = 65
    disable_nagle_algorithm = True
    wbufsize = -1

    def answer(self) -> None:
        with RUNNING:
            self._answer()
            self.wfile.flush()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

    def _answer(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/healthz":
            status = 503 if RUNNING.stopping else 200
            self._send(status, "application/json", {"status": "draining" if RUNNING.stopping else "ok"})
            return
        body = self._body()
        identity = VERIFIER.identity_of(self.command, self.path, self.headers)
        language = identity.language if identity and identity.language in OFFERED else "en"
        request_id = identity.request_id if identity else str(uuid.uuid4())
        try:
            segment, calculator = self._route(path, identity)
            result = self._calculate(segment, calculator, query, body, language, identity)
        except Malformed as malformed:
            self._refuse(Problem(str(malformed)), language, request_id)
        except Problem as problem:
            self._refuse(problem, problem.language or language, request_id)
        else:
            self._send(200, "application/json", result)

    def _route(self, path: str, identity: Identity | None) -> tuple[str, Calculator]:
        if path not in ROUTES:
            raise Problem("unknown-calculator")
        if identity is None and not ANSWER_UNSIGNED:
            raise Problem("service-signature")
        if self.command not in METHODS:
            raise Problem("method-not-allowed")
        return ROUTES[path]

    def _body(self) -> bytes | None:
        """The complete body; None if it is too long."""
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or "Transfer-Encoding" in self.headers:
            # The next request on this connection cannot be told apart from the body.
            self.close_connection = True
            return b""
        rest, too_long, body = int(length), int(length) > LARGEST_BODY, b""
        while rest > 0:
            part = self.rfile.read(min(rest, LARGEST_BODY))
            if not part:
                self.close_connection = True
                break
            rest -= len(part)
            if not too_long:
                body += part
        return None if too_long else body

    def _calculate(
        self,
        segment: str,
        calculator: Calculator,
        query: str,
        body: bytes | None,
        language: str,
        identity: Identity | None,
    ) -> dict[str, Any]:
        pairs = read_query(query)
        members = None
        if self.command == "POST":
            if body is None:
                raise Problem("payload-too-large")
            media_type = self.headers.get("Content-Type", "")
            if not re.fullmatch(r'application/json\s*(;\s*charset="?utf-8"?\s*)?', media_type, re.IGNORECASE):
                raise Problem("unsupported-media-type")
            members = read_body(body)
        inputs, controls, mistakes = read_inputs(calculator.fields, pairs, members)
        if controls.language in OFFERED:
            language = controls.language
        if mistakes:
            raise Problem("invalid-parameters", mistakes, language)

        results = calculator.calculate(inputs)
        answer: dict[str, Any] = {}
        for name, value in results.items():
            if isinstance(value, str):
                answer |= {name: value, f"{name}_label": say(LABELS[value], language)}
            elif controls.imperial and name.endswith("_kg"):
                answer |= twins({name: value})
            else:
                answer[name] = rounded(value)
        converted = controls.imperial
        answer["profile"] = {
            echoed: rounded(inputs[name]) if converted and echoed.endswith("_kg") else inputs[name]
            for name, echoed in calculator.profile.items()
        }
        answer["language"] = language
        answer["_api_metadata_"] = {
            "endpoint_name": segment,
            "authenticated": identity.authenticated if identity else False,
        }
        if controls.full:
            answer["details"] = {"equation": calculator.equation}
        return answer

    def _refuse(self, problem: Problem, language: str, request_id: str) -> None:
        status = STATUSES.get(problem.code, 400)
        title = say(TITLES[problem.code], language)
        body: dict[str, Any] = {
            "type": f"{BASE_URL}/docs/errors/{problem.code}",
            "title": title,
            "status": status,
            "detail": say(DETAILS, language, title=title),
            "code": problem.code,
            "request_id": request_id,
            "language": language,
        }
        if problem.mistakes:
            body["errors"] = [
                {"field": field, "code": code, "message": say(MISTAKES[code], language, field=field, **values)}
                for field, code, values in problem.mistakes
            ]
        more = {"Allow": ", ".join(METHODS)} if status == 405 else {}
        if status == 401:
            more["WWW-Authenticate"] = "GatewaySignature"
        self._send(status, "application/problem+json", body, more)

    def _send(self, status: int, media_type: str, body: dict[str, Any], more: dict[str, str] | None = None) -> None:
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=str).encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{media_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(text)))
        if "language" in body:
            self.send_header("Content-Language", body["language"])
        for name, value in (more or {}).items():
            self.send_header(name, value)
        if RUNNING.stopping or self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        """Logs nothing: addresses may hold health data."""


class Server(ThreadingHTTPServer):
    request_queue_size = 128


def main() -> None:
    if not SECRETS and not ANSWER_UNSIGNED:
        sys.exit("SERVICE_SECRET: not set; allowed: the secret of the gateway; or SERVICE_UNSIGNED=answer")
    server = Server(("127.0.0.1", int(os.environ.get("SERVICE_PORT", "8090"))), Handler)

    def stop(*_: object) -> None:
        RUNNING.stopping = True
        # `shutdown` waits for the loop of this thread.
        threading.Thread(target=server.shutdown).start()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever(poll_interval=0.05)
    server.server_close()
    RUNNING.wait_for_all(10)


main()
