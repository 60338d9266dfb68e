"""The caller's identity, signed by the gateway: the signature of docs/services.md."""

import hashlib
import hmac
import re
import time
from typing import NamedTuple

WINDOW_S = 60


class Identity(NamedTuple):
    request_id: str
    language: str
    authenticated: bool


def signing_key(secret: str, plugin: str) -> bytes:
    """HKDF-SHA256 (RFC 5869) without salt, with the plugin's name as info."""
    extracted = hmac.digest(bytes(32), secret.encode(), hashlib.sha256)
    return hmac.digest(extracted, plugin.encode() + b"\x01", hashlib.sha256)


class Verifier:
    def __init__(self, secrets: list[str], plugin: str) -> None:
        self._keys = [signing_key(secret, plugin) for secret in secrets]

    def identity_of(self, method: str, target: str, headers) -> Identity | None:
        """The identity in a call's headers, or None if the gateway did not sign it."""
        signed_at = headers.get("X-Gateway-Time", "")
        client = headers.get("X-Gateway-Client", "")
        request_id = headers.get("X-Gateway-Request-Id", "")
        language = headers.get("X-Gateway-Language", "")
        authenticated = headers.get("X-Gateway-Authenticated", "")
        signature = headers.get("X-Gateway-Signature", "")
        if not re.fullmatch(r"[0-9]{1,12}", signed_at) or authenticated not in ("true", "false"):
            return None
        if abs(time.time() - int(signed_at)) > WINDOW_S:
            return None
        parts = ["v1", signed_at, method, target, client, request_id, language, authenticated]
        if any(not re.fullmatch(r"[\x21-\x7e]+", part) for part in parts):
            return None
        text = "\n".join(parts).encode()
        given = signature.encode("latin-1")
        for key in self._keys:
            expected = b"v1=" + hmac.new(key, text, hashlib.sha256).hexdigest().encode()
            if hmac.compare_digest(expected, given):
                return Identity(request_id, language, authenticated == "true")
        return None
