"""L, M and S of WHO and CDC, read from calculators/growth/tables and held against the files of both bodies.

The tables are large, so they stand in this repository once. Each of them must have the digest of the rows that WHO
(github.com/WorldHealthOrganization/anthro and anthroplus) and CDC publish.
"""

import re
from bisect import bisect_right
from hashlib import sha256
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "calculators" / "growth" / "tables"
NUMBER = r"(-?[\d.]+)"

# The first digits of sha256 over the rows of the bodies' files, as rows_digest writes them.
PUBLISHED = {
    "who-weight-for-age": "ac33b1703ebf5afe",
    "who-height-for-age": "3fa647340ce09dce",
    "who-bmi-for-age": "059fb7785039bafe",
    "who-head-circumference-for-age": "4343df69ccee64d1",
    "who-arm-circumference-for-age": "dada0dfad5a2b351",
    "who-triceps-skinfold-for-age": "2f42bb79a2c9db3a",
    "who-subscapular-skinfold-for-age": "2aec6dd4efd9886d",
    "who-weight-for-length": "0bdc25ede0249362",
    "who-weight-for-height": "f027abf3c0a63cc3",
    "who-2007-bmi-for-age": "72f35acb1b37710d",
    "who-2007-height-for-age": "1dd384cfe92e4cb2",
    "who-2007-weight-for-age": "e915488abede0c2e",
    "cdc-bmi-for-age": "b6eb914f8d3fdf78",
    "cdc-head-circumference-for-age": "573879a5d73b772d",
    "cdc-infant-length-for-age": "42ac019e09b4f91e",
    "cdc-infant-weight-for-age": "18faaa8618c3fabb",
    "cdc-stature-for-age": "303f221f5552f087",
    "cdc-weight-for-age": "2a6ae0d3309c5808",
    "cdc-weight-for-length": "fb598a0d786a1f22",
    "cdc-weight-for-stature": "5880f98e0262fae4",
}


def rows_digest(rows):
    """The digest of rows (place, L, M, S) of boys and then of girls."""
    text = "\n".join(" ".join(repr(float(number)) for number in row) for sex in ("male", "female") for row in rows[sex])
    return sha256(text.encode()).hexdigest()[:16]


def column(text, scale):
    """Numbers written as the first one and then the differences; `3*5` is five differences of 3."""
    values, value = [], 0
    for part in text.split():
        difference, _, times = part.partition("*")
        for _ in range(int(times or 1)):
            value += int(difference)
            values.append(value / scale)
    return values


def text_of(source, name):
    return re.search(rf"\b{name}:\s*['`](.*?)['`]", source, re.S).group(1)


def stepped(source):
    """A table whose rows are equally far apart."""
    first = float(re.search(rf"first: {NUMBER}", source).group(1))
    step = float(re.search(rf"step: {NUMBER}", source).group(1))
    boys, girls = source.split("female:")
    rows = {}
    for sex, part in (("male", boys), ("female", girls)):
        l, m, s = (column(text_of(part, name), scale) for name, scale in (("l", 10**4), ("m", 10**4), ("s", 10**5)))
        places = [round(first + step * row, 1) for row in range(len(m))]
        rows[sex] = list(zip(places, l, m, s, strict=True))
    return rows


def listed(source):
    """A table with a line for each row."""
    lines = {sex: text_of(source, sex).strip().split("\n") for sex in ("male", "female")}
    return {sex: [tuple(float(number) for number in line.split()) for line in lines[sex]] for sex in lines}


def read(name):
    source = (TABLES / f"{name}.ts").read_text()
    rows = stepped(source) if "step:" in source else listed(source)
    if rows_digest(rows) != PUBLISHED[name]:
        raise SystemExit(f"calculators/growth/tables/{name}.ts differs from the published table")
    return {sex: ([row[0] for row in rows[sex]], rows[sex]) for sex in rows}


ROWS = {name: read(name) for name in PUBLISHED}


def lms_at(name, sex, place):
    """L, M and S at a place, each on a straight line between two rows."""
    places, rows = ROWS[name][sex]
    if not places[0] <= place <= places[-1]:
        raise ValueError(f"{place} lies outside {name}")
    at = bisect_right(places, place) - 1
    low = rows[at]
    if low[0] == place:
        return low[1:]
    high = rows[at + 1]
    share = (place - low[0]) / (high[0] - low[0])
    return tuple(one + share * (other - one) for one, other in zip(low[1:], high[1:]))
