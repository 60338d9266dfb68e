"""Writes the reference values of a family: one file for each calculator, in calculators/<family>/reference."""

import json
from pathlib import Path

CALCULATORS = Path(__file__).resolve().parents[2] / "calculators"


def write_cases(family, cases):
    """Writes `cases`, each with the members `calculator`, `input` and `output`, in the order of the list."""
    files = {}
    for case in cases:
        files.setdefault(case["calculator"], []).append({"input": case["input"], "output": case["output"]})
    for calculator, own in files.items():
        (CALCULATORS / family / "reference" / f"{calculator}.json").write_text(json.dumps(own, indent=2) + "\n")
