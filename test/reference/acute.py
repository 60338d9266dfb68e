"""Reference values of the acute family, written from the papers and not from our code.

    python3 test/reference/acute.py && npx biome format --write calculators/acute/reference

Every score is an exact sum of points. The rules stand here as the papers print them: a list of findings, or the rows of
a chart.
"""

import itertools
import random

from write_cases import write_cases

random.seed(20240117)
cases = []


def case(calculator, given, **expected):
    cases.append({"calculator": calculator, "input": given, "output": expected})


def some(combinations, count):
    """A fixed sample, with the first and the last of all combinations."""
    listed = list(combinations)
    return [listed[0], listed[-1]] + random.sample(listed, count)


# --- Wells 2003 for deep vein thrombosis; three levels by Wells 2006 --------------------------------------------
DVT = {
    "active_cancer": 1,
    "leg_immobilised": 1,
    "bedridden_or_surgery": 1,
    "deep_vein_tenderness": 1,
    "whole_leg_swollen": 1,
    "calf_swelling": 1,
    "pitting_oedema": 1,
    "collateral_veins": 1,
    "previous_dvt": 1,
    "alternative_diagnosis": -2,
}
for flags in some(itertools.product([False, True], repeat=len(DVT)), 38):
    given = dict(zip(DVT, flags))
    score = sum(DVT[name] for name, found in given.items() if found)
    case(
        "wells-dvt",
        given,
        wells_score=score,
        category="likely" if score >= 2 else "unlikely",
        three_level_category="low" if score <= 0 else "moderate" if score <= 2 else "high",
    )

# --- Wells 2000 for pulmonary embolism; two levels by van Belle 2006 --------------------------------------------
PE = {
    "dvt_signs": 3,
    "pe_most_likely": 3,
    "immobilised_or_surgery": 1.5,
    "previous_dvt_or_pe": 1.5,
    "haemoptysis": 1,
    "active_cancer": 1,
}
for flags in itertools.product([False, True], repeat=len(PE)):
    for rate in [100, 101] if sum(flags) % 2 else [60, 130]:
        given = dict(zip(PE, flags))
        score = sum(PE[name] for name, found in given.items() if found) + (1.5 if rate > 100 else 0)
        case(
            "wells-pe",
            {**given, "heart_rate": rate},
            wells_score=score,
            category="likely" if score > 4 else "unlikely",
            three_level_category="low" if score < 2 else "moderate" if score <= 6 else "high",
        )

# --- PERC, Kline 2004: negative only if all eight criteria are met ----------------------------------------------
PERC = ["leg_swelling", "haemoptysis", "recent_surgery_or_trauma", "previous_dvt_or_pe", "oestrogen_use"]
for flags in some(itertools.product([False, True], repeat=len(PERC)), 8):
    for age, rate, saturation in [(49, 99, 95), (50, 99, 95), (49, 100, 95), (49, 99, 94), (80, 140, 88)]:
        failed = sum(flags) + (not age < 50) + (not rate < 100) + (not saturation >= 95)
        case(
            "perc-rule",
            {"age": age, "heart_rate": rate, "oxygen_saturation": saturation, **dict(zip(PERC, flags))},
            criteria_present=failed,
            category="negative" if failed == 0 else "positive",
        )

# --- Centor 1981 and McIsaac 1998 -------------------------------------------------------------------------------
SIGNS = ["tonsillar_exudate", "tender_neck_nodes", "fever", "cough"]


def throat(score):
    return "low" if score <= 1 else "moderate" if score <= 3 else "high"


for flags in itertools.product([False, True], repeat=4):
    given = dict(zip(SIGNS, flags))
    centor = flags[0] + flags[1] + flags[2] + (not flags[3])
    case("centor-score", {**given, "method": "centor"}, centor_score=centor, category=throat(centor))
    for age, points in [(3, 1), (14, 1), (15, 0), (44, 0), (45, -1), (80, -1)]:
        score = centor + points
        given_age = {**given, "age": age, "method": "mcisaac"}
        case("centor-score", given_age, centor_score=score, category=throat(score))

# --- Glasgow coma scale, and with the pupils (Brennan 2018) -----------------------------------------------------
for eye, verbal, motor in itertools.product(range(1, 5), range(1, 6), range(1, 7)):
    if (eye + 2 * verbal + 3 * motor) % 4:
        continue
    score = eye + verbal + motor
    pupils = (eye * verbal * motor) % 3
    case(
        "glasgow-coma-scale",
        {"eye_response": eye, "verbal_response": verbal, "motor_response": motor, "unreactive_pupils": pupils},
        glasgow_coma_scale=score,
        category="severe" if score <= 8 else "moderate" if score <= 12 else "mild",
        gcs_pupils=score - pupils,
    )

# --- qSOFA, Singer 2016, box 4 ----------------------------------------------------------------------------------
for rate, pressure, coma in itertools.product([16, 21, 22, 40], [80, 100, 100.5, 101, 130], [15, 14, 3]):
    score = (rate >= 22) + (pressure <= 100) + (coma < 15)
    case(
        "qsofa",
        {"respiratory_rate": rate, "systolic": pressure, "glasgow_coma_scale": coma},
        qsofa_score=score,
        category="positive" if score >= 2 else "negative",
    )

# --- SIRS, Bone 1992 --------------------------------------------------------------------------------------------
for temperature, rate, breaths, cells in itertools.product(
    [35.9, 36, 38, 38.1], [90, 91], [20, 21], [3.9, 4, 12, 12.1]
):
    given = {
        "temperature": temperature,
        "heart_rate": rate,
        "respiratory_rate": breaths,
        "white_cell_count": cells,
    }
    for gas, bands in [(None, None), (32, 10), (31.9, 10.1)]:
        more = {} if gas is None else {"paco2": gas, "band_neutrophils": bands}
        met = [
            temperature > 38 or temperature < 36,
            rate > 90,
            breaths > 20 or (gas is not None and gas < 32),
            cells > 12 or cells < 4 or (bands is not None and bands > 10),
        ]
        count = sum(met)
        if gas is None or count in (1, 2):
            case("sirs", {**given, **more}, sirs_criteria=count, category="present" if count >= 2 else "absent")

# --- NEWS2, chart 1 of the Royal College of Physicians 2017: each row as its columns 3 2 1 0 1 2 3 --------------
ANY = None
CHART = {
    "respiratory_rate": [((ANY, 8), 3), ((9, 11), 1), ((12, 20), 0), ((21, 24), 2), ((25, ANY), 3)],
    "scale_1": [((ANY, 91), 3), ((92, 93), 2), ((94, 95), 1), ((96, ANY), 0)],
    "scale_2_air": [((ANY, 83), 3), ((84, 85), 2), ((86, 87), 1), ((88, ANY), 0)],
    "scale_2_oxygen": [
        ((ANY, 83), 3),
        ((84, 85), 2),
        ((86, 87), 1),
        ((88, 92), 0),
        ((93, 94), 1),
        ((95, 96), 2),
        ((97, ANY), 3),
    ],
    "systolic": [((ANY, 90), 3), ((91, 100), 2), ((101, 110), 1), ((111, 219), 0), ((220, ANY), 3)],
    "heart_rate": [((ANY, 40), 3), ((41, 50), 1), ((51, 90), 0), ((91, 110), 1), ((111, 130), 2), ((131, ANY), 3)],
    "temperature": [((ANY, 35.0), 3), ((35.1, 36.0), 1), ((36.1, 38.0), 0), ((38.1, 39.0), 1), ((39.1, ANY), 2)],
}


def points(row, value):
    found = [
        score
        for (low, high), score in CHART[row]
        if (low is ANY or value >= low) and (high is ANY or value <= high)
    ]
    assert len(found) == 1, (row, value)
    return found[0]


EDGES = {
    "respiratory_rate": [5, 8, 9, 11, 12, 20, 21, 24, 25, 40],
    "oxygen_saturation": [80, 83, 84, 85, 86, 87, 88, 91, 92, 93, 94, 95, 96, 97, 100],
    "systolic": [70, 90, 91, 100, 101, 110, 111, 219, 220],
    "heart_rate": [35, 40, 41, 50, 51, 90, 91, 110, 111, 130, 131],
    "temperature": [34.0, 35.0, 35.1, 36.0, 36.1, 38.0, 38.1, 39.0, 39.1, 41.0],
}
WELL = {"respiratory_rate": 16, "oxygen_saturation": 98, "systolic": 120, "heart_rate": 70, "temperature": 37.0}


def news(readings, scale, oxygen, consciousness):
    saturation = "scale_1" if scale == "scale_1" else "scale_2_oxygen" if oxygen else "scale_2_air"
    each = {
        "respiratory_rate": points("respiratory_rate", readings["respiratory_rate"]),
        "oxygen_saturation": points(saturation, readings["oxygen_saturation"]),
        "supplemental_oxygen": 2 if oxygen else 0,
        "systolic": points("systolic", readings["systolic"]),
        "heart_rate": points("heart_rate", readings["heart_rate"]),
        "consciousness": 0 if consciousness == "alert" else 3,
        "temperature": points("temperature", readings["temperature"]),
    }
    total = sum(each.values())
    risk = "high" if total >= 7 else "medium" if total >= 5 else "low_medium" if 3 in each.values() else "low"
    case(
        "news2",
        {**readings, "saturation_scale": scale, "supplemental_oxygen": oxygen, "consciousness": consciousness},
        news2_score=total,
        category=risk,
        points=each,
    )


for row, edges in EDGES.items():
    for value in edges:
        for scale, oxygen in [("scale_1", False), ("scale_2", False), ("scale_2", True)]:
            if row == "oxygen_saturation" or scale == "scale_1":
                news({**WELL, row: value}, scale, oxygen, "alert")
for level in ["confusion", "voice", "pain", "unresponsive"]:
    news(WELL, "scale_1", True, level)
for _ in range(60):
    news(
        {row: random.choice(edges) for row, edges in EDGES.items()},
        random.choice(["scale_1", "scale_2"]),
        random.choice([False, True]),
        random.choice(["alert", "alert", "voice"]),
    )

# --- CURB-65 and CRB-65, Lim 2003: urea above 7 mmol/L, which is urea nitrogen above 19.6 mg/dL -------------------
for confused, breaths, (systolic, diastolic), age in itertools.product(
    [False, True], [29, 30], [(90, 61), (89.5, 61), (90, 60)], [64, 65]
):
    shared = confused + (breaths >= 30) + (systolic < 90 or diastolic <= 60) + (age >= 65)
    given = {
        "confusion": confused,
        "respiratory_rate": breaths,
        "systolic": systolic,
        "diastolic": diastolic,
        "age": age,
    }
    crb = "low" if shared == 0 else "intermediate" if shared <= 2 else "high"
    case("curb-65", {**given, "method": "crb_65"}, curb_65_score=shared, category=crb)
    for urea, unit, high in [(7, "mmol/L", 0), (7.1, "mmol/L", 1), (19, "mg/dL", 0), (20, "mg/dL", 1)]:
        score = shared + high
        curb = "low" if score <= 1 else "intermediate" if score == 2 else "high"
        given_urea = {**given, "urea_nitrogen": urea, "urea_nitrogen_unit": unit, "method": "curb_65"}
        case("curb-65", given_urea, curb_65_score=score, category=curb)

write_cases("acute", cases)
