"""Answers points with the formulas of this folder: one line of JSON in, one line of JSON out.

A line in has the members `calculator`, `names` (of its inputs) and `rows` (their values, one list a point). The line
out has `answers`, a dictionary of results a point and null for a refusal, or `error`.
"""

import json
import sys
import traceback
from importlib import import_module
from pathlib import Path

from refused import Refused


def every_calculator():
    """The calculators of every file of this folder that lists some, by name."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        if file.name != Path(__file__).name:
            found.update(getattr(import_module(file.stem), "CALCULATORS", {}))
    return found


every = every_calculator()
REFUSALS = (Refused, ZeroDivisionError, OverflowError, ValueError)  # the last three: the number does not exist


def answer(calculate, given):
    try:
        return calculate(given)
    except REFUSALS:
        return None
    except Exception as error:
        raise RuntimeError(f"{given}: {traceback.format_exc()}") from error


def reply(calculator, names, rows):
    calculate = every.get(calculator)
    if calculate is None:
        return {"error": f"no file of test/reference has {calculator} in its CALCULATORS"}
    try:
        return {"answers": [answer(calculate, dict(zip(names, row))) for row in rows]}
    except RuntimeError as error:
        return {"error": str(error)}


for line in sys.stdin:
    try:
        text = json.dumps(reply(**json.loads(line)), allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        text = json.dumps({"error": f"an answer is not JSON: {error}"})
    print(text, flush=True)
