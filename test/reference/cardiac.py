"""Reference values of the cardiac family, written from the papers and not from our code.

    python3 test/reference/cardiac.py && npx biome format --write calculators/cardiac/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end. The tests compare the answers of the
calculators with them.
"""

import itertools
import random
from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal
random.seed(20240201)
cases = []


def printed(value, decimals):
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def case(calculator, given, **expected):
    cases.append({"calculator": calculator, "input": given, "output": shown(expected)})


def shown(expected):
    if isinstance(expected, dict):
        return {name: shown(value) for name, value in expected.items()}
    return printed(*expected) if isinstance(expected, tuple) else expected


# --- QTc: RR in s, QT in ms ---------------------------------------------------------------------------------------
def root(value, degree):
    return (value.ln() / degree).exp()


QTC = {
    "fridericia": lambda qt, rr: qt / root(rr, 3),
    "bazett": lambda qt, rr: qt / root(rr, 2),
    "framingham": lambda qt, rr: qt + 154 * (1 - rr),
    "hodges": lambda qt, rr: qt + D("1.75") * (60 / rr - 60),
}
for method, correct in QTC.items():
    for qt, rate in [(390, 78), (320, 120.5), (505, 47), (402, 60), (449.9, 60), (450, 60), (460, 60), (500.1, 60)]:
        for sex in ["male", "female"]:
            value = correct(D(str(qt)), 60 / D(str(rate)))
            upper = 450 if sex == "male" else 460
            category = "normal"
            if value <= 390:
                category = "short"
            elif value > 500:
                category = "very_prolonged"
            elif value >= upper:
                category = "prolonged"
            given = {"qt": qt, "heart_rate": rate, "gender": sex, "method": method}
            case("qtc", given, qtc_ms=(value, 1), category=category)
    given = {"qt": 371.5, "rr": 913, "gender": "female", "method": method}
    case("qtc", given, qtc_ms=(correct(D("371.5"), D("0.913")), 1))

# --- CHA2DS2-VASc (Lip 2010) and CHA2DS2-VA (ESC 2024) ------------------------------------------------------------
FACTORS = {"heart_failure": 1, "hypertension": 1, "diabetes": 1, "stroke": 2, "vascular_disease": 1}
for age, sex in itertools.product([64, 65, 74, 75], ["male", "female"]):
    for flags in itertools.product([False, True], repeat=5):
        if age not in (64, 75) and sum(flags) > 1:
            continue
        given = {"age": age, "gender": sex, **dict(zip(FACTORS, flags))}
        va = sum(FACTORS[name] for name, present in zip(FACTORS, flags) if present)
        va += 2 if age >= 75 else 1 if age >= 65 else 0
        vasc = va + (sex == "female")
        risk = "low" if va == 0 else "intermediate" if va == 1 else "high"
        case("cha2ds2-vasc", {**given, "method": "cha2ds2_va"}, stroke_risk_score=va, category=risk)
        # ESC 2020: a score of 1 in women is that of 0 in men. The classes of both sexes follow from the other points.
        case("cha2ds2-vasc", {**given, "method": "cha2ds2_vasc"}, stroke_risk_score=vasc, category=risk)

# --- HAS-BLED (Pisters 2010) --------------------------------------------------------------------------------------
BLEEDING = [
    "uncontrolled_hypertension",
    "abnormal_renal_function",
    "abnormal_liver_function",
    "stroke",
    "bleeding_history",
    "labile_inr",
    "bleeding_drugs",
    "alcohol",
]
for flags in random.sample(list(itertools.product([False, True], repeat=8)), 40) + [(True,) * 8, (False,) * 8]:
    for age in [65, 66]:
        score = sum(flags) + (age > 65)
        case(
            "has-bled",
            {"age": age, **dict(zip(BLEEDING, flags))},
            has_bled_score=score,
            category="high" if score >= 3 else "not_high",
        )

# --- Blood pressure of children (Flynn 2017): cells of tables 4 and 5, (age, sex, height) -> P50, P90, P95 ----------
CELLS = {
    ("male", 1, 5): ((85, 40), (98, 52), (102, 54)),
    ("male", 6, 50): ((95, 56), (107, 68), (111, 71)),
    ("male", 12, 95): ((109, 63), (122, 76), (128, 79)),
    ("female", 1, 95): ((88, 46), (102, 58), (105, 62)),
    ("female", 9, 25): ((97, 59), (109, 72), (113, 75)),
    ("female", 12, 5): ((102, 61), (114, 75), (118, 78)),
}
ORDER = ["normal", "elevated", "stage_1_hypertension", "stage_2_hypertension"]


def child(pressure, p90, p95, adolescent):
    """Table 3 of the guideline, below 13 years: each limit is the lower of percentile and fixed value."""
    elevated, first, second = adolescent
    if pressure >= min(p95 + 12, second):
        return ORDER[3]
    if pressure >= min(p95, first):
        return ORDER[2]
    return ORDER[1] if pressure >= min(p90, elevated) else ORDER[0]


def higher(one, other):
    return max(one, other, key=ORDER.index)


for (sex, age, height), (p50, p90, p95) in CELLS.items():
    for at, over in itertools.product([0, 1], [-0.5, 0]):
        fixed = [(120, 130, 140), (80, 80, 90)][at]
        for limit in [p90[at], p95[at], p95[at] + 12, *fixed]:
            reading = [p50[0] + 1, p50[1] - 5]
            reading[at] = limit + over
            systolic, diastolic = reading
            if diastolic >= systolic:
                continue
            s = child(systolic, p90[0], p95[0], (120, 130, 140))
            d = child(diastolic, p90[1], p95[1], (80, 80, 90))
            percentiles = {
                name: {"systolic": pair[0], "diastolic": pair[1]}
                for name, pair in [("p50", p50), ("p90", p90), ("p95", p95)]
            }
            case(
                "child-blood-pressure",
                {
                    "gender": sex,
                    "age": age,
                    "height_percentile": height,
                    "systolic": systolic,
                    "diastolic": diastolic,
                },
                category=higher(s, d),
                systolic_category=s,
                diastolic_category=d,
                percentiles_mmhg=percentiles,
            )
for systolic, diastolic in itertools.product([119.5, 120, 129, 130, 139, 140], [79.5, 80, 89, 90]):
    s = ORDER[(systolic >= 120) + (systolic >= 130) + (systolic >= 140)]
    d = ORDER[2 * (diastolic >= 80) + (diastolic >= 90)]
    given = {"gender": "female", "age": 13, "systolic": systolic, "diastolic": diastolic}
    case("child-blood-pressure", given, category=higher(s, d), systolic_category=s, diastolic_category=d)

write_cases("cardiac", cases)
