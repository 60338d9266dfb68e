"""Reads the inputs of a request by the rules of docs/services.md."""

import json
import math
import re
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

LANGUAGES = ("en", "es", "de", "fr", "pt", "ja", "hi", "ar")
CONTROLS = ("lang", "units", "detail")
KG_PER_LB = 0.45359237


class Field(NamedTuple):
    """An input: a number or integer with bounds, or one of a few words."""

    name: str
    required: bool = True
    low: float = 0
    high: float = 0
    unit: str = ""
    whole: bool = False
    words: tuple[str, ...] = ()


class Mistake(NamedTuple):
    field: str
    code: str
    values: dict[str, str] = {}


class Controls:
    def __init__(self) -> None:
        self.language: str | None = None
        self.imperial = False
        self.full = False


class Malformed(Exception):
    """The request is unreadable; the argument is the code of the problem."""


def read_query(text: str) -> list[tuple[str, str]]:
    if not re.fullmatch(r"[\x21-\x7e]*", text) or re.search(r"%(?![0-9A-Fa-f]{2})", text):
        raise Malformed("malformed-query")
    try:
        parts = (part.partition("=") for part in text.split("&") if part)
        return [(_decoded(name), _decoded(value)) for name, _, value in parts]
    except UnicodeDecodeError:
        raise Malformed("malformed-query") from None


def _decoded(text: str) -> str:
    return unquote_to_bytes(text.replace("+", " ")).decode("utf-8")


def read_body(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_int=float,
            parse_constant=_refuse_constant,
            object_pairs_hook=_members,
        )
    except (ValueError, RecursionError):
        raise Malformed("malformed-json") from None
    if not isinstance(value, dict):
        raise Malformed("malformed-json")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Malformed("repeated-member")
    return members


def read_inputs(
    fields: tuple[Field, ...], query: list[tuple[str, str]], body: dict[str, Any] | None
) -> tuple[dict[str, Any], Controls, list[Mistake]]:
    """Values in metric units, the controls, and every mistake."""
    known = {field.name: field for field in fields}
    controls, mistakes, raw = Controls(), [], {}
    seen = set()
    for name, value in query:
        if name in seen:
            mistakes.append(Mistake(name, "repeated"))
        elif name in CONTROLS:
            mistakes += _read_control(name, value, controls)
        elif name not in known:
            mistakes.append(Mistake(name[:64], "unknown"))
        elif body is not None:
            mistakes.append(Mistake(name, "not_in_query"))
        else:
            raw[name] = value
        seen.add(name)
    for name, value in (body or {}).items():
        if name in CONTROLS:
            mistakes.append(Mistake(name, "not_in_body"))
        elif name not in known:
            mistakes.append(Mistake(name[:64], "unknown"))
        else:
            raw[name] = value

    values = {}
    for field in fields:
        if field.name not in raw:
            if field.required:
                mistakes.append(Mistake(field.name, "missing"))
            continue
        value = _read_field(field, raw[field.name], body is None, controls.imperial)
        if isinstance(value, Mistake):
            mistakes.append(value)
        else:
            values[field.name] = value
    return values, controls, mistakes


def _read_control(name: str, value: str, controls: Controls) -> list[Mistake]:
    if name == "lang":
        language = value.split("-")[0].lower()
        if language not in LANGUAGES:
            return [Mistake(name, "not_allowed", {"allowed": ", ".join(LANGUAGES)})]
        controls.language = language
    elif name == "units":
        if value not in ("metric", "imperial"):
            return [Mistake(name, "not_allowed", {"allowed": "metric, imperial"})]
        controls.imperial = value == "imperial"
    elif value not in ("standard", "full"):
        return [Mistake(name, "not_allowed", {"allowed": "standard, full"})]
    else:
        controls.full = value == "full"
    return []


def _read_field(field: Field, raw: Any, from_query: bool, imperial: bool) -> Any:
    if raw == "":
        return Mistake(field.name, "empty")
    if field.words:
        if isinstance(raw, str) and raw in field.words:
            return raw
        return Mistake(field.name, "not_allowed", {"allowed": ", ".join(field.words)})
    value = _number(raw) if from_query else raw
    # bool is a subclass of int but not of float, and every number of a body was read as a float.
    if not isinstance(value, float) or not math.isfinite(value):
        return Mistake(field.name, "not_a_number")
    if field.whole and not value.is_integer():
        return Mistake(field.name, "not_an_integer")
    in_pounds = imperial and field.unit == "kg"
    if in_pounds:
        value *= KG_PER_LB
    if field.low <= value <= field.high:
        return value
    code, bound = ("too_small", field.low) if value < field.low else ("too_large", field.high)
    shown = f"{bound / KG_PER_LB:.2f} lb" if in_pounds else f"{bound:g} {field.unit}".strip()
    return Mistake(field.name, code, {"bound": shown})


def _number(text: str) -> float | None:
    if len(text) > 32 or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        return None
    return float(text)
