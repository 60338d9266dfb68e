"""The Compendium of Physical Activities, read from calculators/energy and held against the published tables.

The tables stand in this repository once. Each must have the digest of the codes and values that its authors publish:
Ainsworth, Med Sci Sports Exerc 2011;43:1575, and Herrmann, J Sport Health Sci 2024;13:6 (the part that is offered).
"""

import re
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "calculators" / "energy"
PUBLISHED = {
    "2024": "b7d63c6aed9e9758",
    "2011": "ef29f57279b389dc",
}


def digest_of(values):
    """The digest of metabolic equivalents by code."""
    return sha256("\n".join(f"{code} {float(values[code])!r}" for code in sorted(values)).encode()).hexdigest()[:16]


def read(edition):
    source = (FOLDER / f"met-compendium-{edition}.ts").read_text()
    values = {}
    for heading, rows in re.findall(r"'(\d\d)':\s*'([^']*)'", source):
        for row in rows.split(", "):
            code, met = row.split(" ")
            values[heading + code] = float(met)
    if digest_of(values) != PUBLISHED[edition]:
        raise SystemExit(f"calculators/energy/met-compendium-{edition}.ts differs from the published table")
    return values


EDITIONS = {edition: read(edition) for edition in ("2024", "2011")}

# The headings of the Compendium, by the first two digits of a code from 01 on.
HEADINGS = [
    "bicycling", "conditioning", "dancing", "fishing_hunting", "home_activities", "home_repair", "inactivity",
    "lawn_garden", "miscellaneous", "music", "occupation", "running", "self_care", "sexual_activity", "sports",
    "transportation", "walking", "water_activities", "winter_activities", "religious_activities",
    "volunteer_activities", "video_games",
]

WORDS = {
    "walking": "17190", "brisk_walking": "17200", "hiking": "17080", "stair_climbing": "17131", "jogging":
    "12020", "running": "12050", "cycling": "01014", "mountain_biking": "01009", "stationary_cycling": "01200",
    "swimming": "18240", "rowing": "02071", "elliptical": "02048", "strength_training": "02054",
    "circuit_training": "02035", "hiit": "02210", "aerobics": "02000", "rope_skipping": "02068", "yoga":
    "02175", "pilates": "02105", "dancing": "03025", "boxing": "15110", "martial_arts": "15430", "football":
    "15610", "soccer": "15610", "american_football": "15210", "basketball": "15055", "volleyball": "15720",
    "tennis": "15675", "badminton": "15030", "table_tennis": "15660", "golf": "15255", "spinning": "01270",
    "calisthenics": "02022", "stretching": "02101", "tai_chi": "15670", "gymnastics": "15300", "trampoline":
    "15700", "water_aerobics": "18355", "water_polo": "18360", "canoeing": "18050", "kayaking": "18100",
    "surfing": "18220", "windsurfing": "18380", "sailing": "18120", "snorkeling": "18210", "scuba_diving":
    "18200", "inline_skating": "15591", "skateboarding": "15580", "ice_skating": "19030", "skiing": "19160",
    "cross_country_skiing": "19090", "snowshoeing": "19190", "sledding": "19180", "climbing": "15533", "rugby":
    "15560", "handball": "15330", "field_hockey": "15350", "ice_hockey": "15360", "cricket": "15150",
    "baseball": "15620", "beach_volleyball": "15725", "squash": "15652", "fencing": "15200", "bowling": "15092",
    "housework": "05026", "cooking": "05050", "vacuuming": "05043", "gardening": "08245", "lawn_mowing":
    "08095", "snow_shoveling": "19252",
}


def activity_of(word, edition):
    """Code, heading, value and edition of an activity; None if the edition, or without one any, does not list it."""
    code = WORDS.get(word, word)
    for name in [edition] if edition else EDITIONS:
        if code in EDITIONS[name]:
            return code, HEADINGS[int(code[:2]) - 1], EDITIONS[name][code], name
    return None
