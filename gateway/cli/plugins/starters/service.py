"""The service of the plugin my-service. The gateway has checked the inputs; they are in SI units."""

import hashlib, hmac, json, os, signal, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def lean_mass(weight, body_fat):
    return {"lean_mass_kg": round(weight * (1 - body_fat / 100), 2)}


CALCULATORS = {"/api/my-service/lean-mass": lean_mass}

# What follows is the protocol of docs/services.md; it needs no change.
SECRETS = [secret.strip().encode() for secret in os.environ["SERVICE_SECRET"].split(",")]
KEYS = [
    hmac.digest(hmac.digest(bytes(32), secret, hashlib.sha256), b"my-service\x01", hashlib.sha256)
    for secret in SECRETS
]
SIGNED = ["Client", "Request-Id", "Language", "Authenticated"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 65  # longer than the gateway keeps an idle connection
    wbufsize = -1  # buffered, so that an answer is one packet
    disable_nagle_algorithm = True

    def do_GET(self):
        self.answer(200, {"status": "ok"}) if self.path == "/healthz" else self.answer(404, {"code": "unknown-calculator"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        calculator = CALCULATORS.get(self.path)
        if calculator is None:
            self.answer(404, {"code": "unknown-calculator"})
        elif not self.is_signed():
            self.answer(401, {"code": "service-signature"})
        else:
            self.answer(200, calculator(**json.loads(body)))

    def is_signed(self):
        sent, at = self.headers.get("X-Gateway-Signature", ""), self.headers.get("X-Gateway-Time", "")
        values = [self.headers.get(f"X-Gateway-{name}", "") for name in SIGNED]
        text = "\n".join(["v1", at, self.command, self.path, *values]).encode("latin-1")
        known = [f"v1={hmac.new(key, text, hashlib.sha256).hexdigest()}" for key in KEYS]
        is_now = at.isdigit() and abs(time.time() - int(at)) <= 60
        return is_now and any([hmac.compare_digest(sent.encode("latin-1"), one.encode()) for one in known])

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if status < 300 else "application/problem+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "9001"))), Handler)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
    time.sleep(1)  # running calls end
