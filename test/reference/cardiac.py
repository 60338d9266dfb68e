"""Reference values of the cardiac family, written from the papers and not from our code.

    python3 test/reference/cardiac.py && npx biome format --write calculators/cardiac/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end. The tests compare the answers of the
calculators with them.
"""

import itertools
import random
from decimal import ROUND_HALF_UP, Decimal, getcontext

from prevent_tables import TABLES
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

# --- Framingham 2008 (D'Agostino), tables 2 and 3: women, men -----------------------------------------------------
LIPIDS = {
    "female": ("2.32888", "1.20904", "-0.70833", "2.76157", "2.82263", "0.52873", "0.69154", "26.1931", "0.95012"),
    "male": ("3.06117", "1.12370", "-0.93263", "1.93303", "1.99881", "0.65451", "0.57367", "23.9802", "0.88936"),
}
OFFICE = {
    "female": ("2.72107", "0.51125", "2.81291", "2.88267", "0.61868", "0.77763", "26.0145", "0.94833"),
    "male": ("3.11296", "0.79277", "1.85508", "1.92672", "0.70953", "0.53160", "23.9388", "0.88431"),
}


def ln(value):
    return D(str(value)).ln()


def cox(total, mean, survival):
    return 100 * (1 - (D(survival).ln() * (total - D(mean)).exp()).exp())


def by_limits(value, limits, names, inclusive_above=()):
    name = names[0]
    for limit, above in zip(limits, names[1:]):
        if value > D(str(limit)) or (value == D(str(limit)) and limit not in inclusive_above):
            name = above
    return name


YES_NO = [False, True]
for sex, age, pressure, treated, smokes, diabetes in itertools.product(
    ["female", "male"], [30, 52, 74], [104.5, 151], YES_NO, YES_NO, YES_NO
):
    person = {
        "gender": sex,
        "age": age,
        "systolic": pressure,
        "antihypertensive": treated,
        "smoker": smokes,
        "diabetes": diabetes,
    }
    b = [D(x) for x in LIPIDS[sex]]
    for total, hdl in [(183, 61.5), (247, 38)]:
        x = b[0] * ln(age) + b[1] * ln(total) + b[2] * ln(hdl) + b[4 if treated else 3] * ln(pressure)
        risk = cox(x + b[5] * smokes + b[6] * diabetes, b[7], b[8])
        case(
            "framingham-cvd",
            {**person, "total_cholesterol": total, "hdl_cholesterol": hdl, "method": "lipids"},
            cvd_risk_percent=(risk, 2),
            category=by_limits(risk, [6, 20], ["low", "intermediate", "high"], [20]),
        )
    b = [D(x) for x in OFFICE[sex]]
    for bmi in [19.5, 33]:
        x = b[0] * ln(age) + b[1] * ln(bmi) + b[3 if treated else 2] * ln(pressure)
        risk = cox(x + b[4] * smokes + b[5] * diabetes, b[6], b[7])
        case(
            "framingham-cvd",
            {**person, "bmi": bmi, "method": "bmi"},
            cvd_risk_percent=(risk, 2),
            category=by_limits(risk, [6, 20], ["low", "intermediate", "high"], [20]),
        )
# The same person in mmol/L: 4.7 · 38.67 = 181.749 mg/dL, 1.2 · 38.67 = 46.404 mg/dL.
b = [D(x) for x in LIPIDS["female"]]
x = b[0] * ln(61) + b[1] * ln("181.749") + b[2] * ln("46.404") + b[3] * ln(124) + b[5]
case(
    "framingham-cvd",
    {
        "gender": "female",
        "age": 61,
        "systolic": 124,
        "antihypertensive": False,
        "smoker": True,
        "diabetes": False,
        "total_cholesterol": 4.7,
        "hdl_cholesterol": 1.2,
        "total_cholesterol_unit": "mmol/L",
        "hdl_cholesterol_unit": "mmol/L",
    },
    cvd_risk_percent=(cox(x, b[7], b[8]), 2),
)

# --- Pooled cohort equations (Goff 2014), the table row by row: white women, black women, white men, black men -------
POOLED = """
ln age | -29.799 17.114 12.344 2.469
ln age squared | 4.884 0 0 0
ln total | 13.540 0.940 11.853 0.302
ln age ln total | -3.114 0 -2.664 0
ln HDL | -13.578 -18.920 -7.990 -0.307
ln age ln HDL | 3.149 4.475 1.769 0
ln treated | 2.019 29.291 1.797 1.916
ln age ln treated | 0 -6.432 0 0
ln untreated | 1.957 27.820 1.764 1.809
ln age ln untreated | 0 -6.087 0 0
smoker | 7.574 0.691 7.837 0.549
ln age smoker | -1.665 0 -1.795 0
diabetes | 0.661 0.874 0.658 0.645
mean | -29.18 86.61 61.18 19.54
survival | 0.9665 0.9533 0.9144 0.8954
"""
POOLED = {
    label: [D(number) for number in numbers.split()]
    for label, numbers in (row.split(" | ") for row in POOLED.strip().splitlines())
}
PCE_CLASSES = ["low", "borderline", "intermediate", "high"]
for sex, race, age, pressure, treated, smokes, diabetes in itertools.product(
    ["female", "male"], ["white", "african_american", "other"], [40, 61, 79], [112, 158.5], YES_NO, YES_NO, YES_NO
):
    column = (0 if sex == "female" else 2) + (race == "african_american")
    total, hdl = (221, 44.5) if age == 61 else (164, 71)
    terms = {
        "ln age": ln(age),
        "ln age squared": ln(age) ** 2,
        "ln total": ln(total),
        "ln age ln total": ln(age) * ln(total),
        "ln HDL": ln(hdl),
        "ln age ln HDL": ln(age) * ln(hdl),
        "ln treated": ln(pressure) * treated,
        "ln age ln treated": ln(age) * ln(pressure) * treated,
        "ln untreated": ln(pressure) * (not treated),
        "ln age ln untreated": ln(age) * ln(pressure) * (not treated),
        "smoker": D(smokes),
        "ln age smoker": ln(age) * smokes,
        "diabetes": D(diabetes),
    }
    x = sum(POOLED[label][column] * value for label, value in terms.items())
    risk = cox(x, POOLED["mean"][column], POOLED["survival"][column])
    case(
        "ascvd-pce",
        {
            "gender": sex,
            "race": race,
            "age": age,
            "total_cholesterol": total,
            "hdl_cholesterol": hdl,
            "systolic": pressure,
            "antihypertensive": treated,
            "smoker": smokes,
            "diabetes": diabetes,
        },
        ascvd_risk_percent=(risk, 2),
        category=by_limits(risk, [5, 7.5, 20], PCE_CLASSES),
    )

# --- PREVENT (Khan 2024): the terms by the labels of the printed tables ----------------------------------------------
OUTCOMES = ["total_cvd", "ascvd", "heart_failure", "coronary_heart_disease", "stroke"]


def rows(model, years):
    table = {}
    for row in TABLES[(model, years)].replace("\n... ", " ").strip().splitlines():
        label, numbers = row.split(" | ")
        table[label] = [D(number) for number in numbers.split()]
    return table


def prevent_terms(person):
    """Value of each printed term. Cholesterol in mg/dL times 0.02586, HbA1c in percent, UACR in mg/g."""
    d = {name: D(str(value)) if not isinstance(value, (bool, str)) else value for name, value in person.items()}
    age = (d["age"] - 55) / 10
    total, hdl_mmol = d["total_cholesterol"] * D("0.02586"), d["hdl_cholesterol"] * D("0.02586")
    non_hdl = total - hdl_mmol - D("3.5")
    hdl = (hdl_mmol - D("1.3")) / D("0.3")
    high = (max(d["systolic"], D(110)) - 130) / 20
    bmi = (max(d["bmi"], D(30)) - 30) / 5
    low_egfr = (min(d["egfr"], D(60)) - 60) / -15
    treated, statin = int(d["antihypertensive"]), int(d["statin"])
    diabetes, smokes = int(d["diabetes"]), int(d["smoker"])
    sdi = person.get("sdi")
    a1c = D(str(person["hba1c"])) - D("5.3") if "hba1c" in person else None
    return {
        "Age": age,
        "Age squared": age * age,
        "non-HDL-C per 1 mmol/L": non_hdl,
        "HDL-C per 0.3 mmol/L": hdl,
        "SBP <110 per 20 mmHg": (min(d["systolic"], D(110)) - 110) / 20,
        "SBP ≥110 per 20 mmHg": high,
        "Diabetes": diabetes,
        "Current smoking": smokes,
        "BMI <30, per 5 kg/m2": (min(d["bmi"], D(30)) - 25) / 5,
        "BMI 30+, per 5 kg/m2": bmi,
        "eGFR <60, per -15 ml": low_egfr,
        "eGFR 60+, per -15 ml": (max(d["egfr"], D(60)) - 90) / -15,
        "Anti-hypertensive use": treated,
        "Statin use": statin,
        "Treated SBP ≥110 mm Hg per 20 mm Hg": treated * high,
        "Treated non-HDL-C": statin * non_hdl,
        "Age per 10yr * non-HDL-C per 1 mmol/L": age * non_hdl,
        "Age per 10yr * HDL-C per 0.3 mmol/L": age * hdl,
        "Age per 10yr * SBP ≥110 mm Hg per 20 mmHg": age * high,
        "Age per 10yr * diabetes": age * diabetes,
        "Age per 10yr * current smoking": age * smokes,
        "Age per 10yr * BMI 30+ per 5 kg/m2": age * bmi,
        "Age per 10yr * eGFR <60, per -15 ml": age * low_egfr,
        "SDI decile categories 4-6 vs. 1-3": int(sdi in (4, 5, 6)),
        "SDI decile categories 7-10 vs. 1-3": int(sdi in (7, 8, 9, 10)),
        "Missing SDI": int(sdi is None),
        "ln-ACR, mg/g, per 1 ln unit": ln(person["uacr"]) if "uacr" in person else 0,
        "Missing ACR/PCR/Dipstick": int("uacr" not in person),
        "HbA1c in DM, per 1%": a1c if a1c is not None and diabetes else 0,
        "HbA1c no DM, per 1%": a1c if a1c is not None and not diabetes else 0,
        "Missing HbA1c": int(a1c is None),
        "Constant": 1,
    }


def prevent(model, years, person):
    terms = prevent_terms(person)
    table = rows(model, years)
    risks = {}
    for at, outcome in enumerate(OUTCOMES):
        x = D(0)
        for label, numbers in table.items():
            term = "Age" if label.startswith("Age, ") else label
            x += numbers[2 * at + (person["gender"] == "male")] * terms[term]
        risks[outcome] = 100 * x.exp() / (1 + x.exp())
    return risks


def prevent_case(model, person, method=None):
    ten = prevent(model, 10, person)
    expected = {
        "cvd_risk_percent": (ten["total_cvd"], 2),
        "category": by_limits(ten["total_cvd"], [5, 7.5, 20], PCE_CLASSES),
        "ten_years_percent": {name: (risk, 2) for name, risk in ten.items()},
    }
    if person["age"] <= 59:
        thirty = prevent(model, 30, person)
        expected["thirty_years_percent"] = {name: (risk, 2) for name, risk in thirty.items()}
    case("aha-prevent", {**person, **({"method": method} if method else {})}, **expected)


FURTHER = {"hba1c": [5.1, 9.2], "uacr": [4, 312.5], "sdi": [3, 4, 6, 7]}
for sex, age, treated, statin, diabetes, smokes in itertools.product(
    ["female", "male"], [30, 59, 60, 79], YES_NO, YES_NO, YES_NO, YES_NO
):
    if (treated + 2 * statin + 4 * diabetes + 5 * smokes + age) % 3:
        continue
    odd = (treated + statin + diabetes + smokes + age) % 2
    person = {
        "gender": sex,
        "age": age,
        "total_cholesterol": 246 if odd else 171,
        "hdl_cholesterol": 39.5 if odd else 62,
        "systolic": 104 if smokes else 147,
        "antihypertensive": treated,
        "statin": statin,
        "diabetes": diabetes,
        "smoker": smokes,
        "bmi": 34.6 if treated else 24.2,
        "egfr": 46 if statin else 97.5,
    }
    prevent_case("base", person)
    for name, values in FURTHER.items():
        prevent_case(name, {**person, name: random.choice(values)})
    some = {name: random.choice(values) for name, values in FURTHER.items()}
    missing = random.choice([None, "hba1c", "uacr", "sdi"])
    prevent_case("full", {**person, **{name: value for name, value in some.items() if name != missing}})
prevent_case("full", {**person, "uacr": 88}, "full")
# In SI units: 52 mmol/mol are 0.09148 · 52 + 2.152 = 6.90896 %, 35 mg/mmol are 309.4 mg/g; the equations take mmol/L.
si = {"total_cholesterol": 5.1, "hdl_cholesterol": 1.25, "hba1c": 52, "uacr": 35}
conventional = {
    "total_cholesterol": D("5.1") / D("0.02586"),
    "hdl_cholesterol": D("1.25") / D("0.02586"),
    "hba1c": D("6.90896"),
    "uacr": D("309.4"),
}
person = {**person, "age": 51}
ten = prevent("full", 10, {**person, **conventional})
units = {"total_cholesterol_unit": "mmol/L", "hdl_cholesterol_unit": "mmol/L"}
units |= {"hba1c_unit": "mmol/mol", "uacr_unit": "mg/mmol"}
expected = {name: (risk, 2) for name, risk in ten.items()}
case("aha-prevent", {**person, **si, **units}, ten_years_percent=expected)

# --- SCORE2, SCORE2-OP, SCORE2-Diabetes, SCORE2 Asia-Pacific --------------------------------------------------------
# age smoker pressure total HDL, then the products of age with the last four, survival, mean
MIDDLE = {
    "male": "0.3742 0.6012 0.2777 0.1458 -0.2698 -0.0755 -0.0255 -0.0281 0.0426 0.9605 0",
    "female": "0.4648 0.7744 0.3131 0.1002 -0.2606 -0.1088 -0.0277 -0.0226 0.0613 0.9776 0",
}
OLD = {
    "male": "0.0634 0.3524 0.0094 0.0850 -0.3564 -0.0247 -0.0005 0.0073 0.0091 0.7576 0.0929",
    "female": "0.0789 0.4921 0.0102 0.0605 -0.3040 -0.0255 -0.0004 -0.0009 0.0154 0.8082 0.229",
}
DIABETIC = {
    "male": "0.5368 0.4774 0.1322 0.1102 -0.1087 -0.0672 -0.0268 -0.0181 0.0095 0.9605 0",
    "female": "0.6624 0.6139 0.1421 0.1127 -0.1568 -0.1122 -0.0167 -0.0200 0.0186 0.9776 0",
}
# diabetes, age × diabetes, age at diagnosis, HbA1c, ln eGFR, its square, age × HbA1c, age × ln eGFR
MORE = {
    "male": "0.6457 -0.0983 -0.0998 0.0955 -0.0591 0.0058 -0.0134 0.0115",
    "female": "0.8096 -0.1272 -0.118 0.1173 -0.0640 0.0062 -0.0196 0.0169",
}
# k1 and k2 of men, k1 and k2 of women
EUROPE = {
    "low": "-0.5699 0.7476 -0.7380 0.7019",
    "moderate": "-0.1565 0.8009 -0.3143 0.7701",
    "high": "0.3207 0.9360 0.5710 0.9369",
    "very_high": "0.5836 0.8294 0.9412 0.8329",
}
EUROPE_OLD = {
    "low": "-0.34 1.19 -0.52 1.01",
    "moderate": "0.01 1.25 -0.10 1.10",
    "high": "0.08 1.15 0.38 1.09",
    "very_high": "0.05 0.70 0.38 0.69",
}
ASIA_PACIFIC = {
    "low": "-0.375229965 0.62020875 -0.986572446 0.536743779",
    "moderate": "0.284885676 0.778128607 0.08278687 0.718980326",
    "high": "0.778231091 0.844985356 0.611474287 0.703624072",
    "very_high": "0.608975204 0.679014197 0.502751798 0.555577072",
}


def score2_case(method, person, mmol):
    """The cholesterols of `mmol` are in mmol/L; `person` has them as a caller writes them."""
    sex, region = person["gender"], person["region"]
    total, hdl = (D(str(value)) for value in mmol)
    age, pressure = D(person["age"]), D(str(person["systolic"]))
    table = {"score2_op": OLD, "score2_diabetes": DIABETIC}.get(method, MIDDLE)
    b = [D(number) for number in table[sex].split()]
    if method == "score2_op":
        a, s, t, h = age - 73, pressure - 150, total - 6, hdl - D("1.4")
    else:
        a, s, t, h = (age - 60) / 5, (pressure - 120) / 20, total - 6, (hdl - D("1.3")) / D("0.5")
    smokes = int(person["smoker"])
    x = b[0] * a + b[1] * smokes + b[2] * s + b[3] * t + b[4] * h
    x += b[5] * a * smokes + b[6] * a * s + b[7] * a * t + b[8] * a * h
    if method == "score2_diabetes":
        m = [D(number) for number in MORE[sex].split()]
        a1c = D(str(person["hba1c"]))
        if person.get("hba1c_unit") != "mmol/mol":
            a1c = D("10.93") * a1c - D("23.5")
        c = (a1c - 31) / D("9.34")
        g = (ln(person["egfr"]) - D("4.5")) / D("0.15")
        x += m[0] + m[1] * a + m[2] * (D(person["age_at_diagnosis"]) - 50) / 5
        x += m[3] * c + m[4] * g + m[5] * g * g + m[6] * a * c + m[7] * a * g
    uncalibrated = 1 - (b[9].ln() * (x - b[10]).exp()).exp()
    scales = {"score2_op": EUROPE_OLD, "score2_asia_pacific": ASIA_PACIFIC}.get(method, EUROPE)[region].split()
    k1, k2 = (D(number) for number in (scales[:2] if sex == "male" else scales[2:]))
    risk = 100 * (1 - (-(k1 + k2 * (-(1 - uncalibrated).ln()).ln()).exp()).exp())
    if method == "score2_diabetes":
        category = by_limits(risk, [5, 10, 20], ["low", "moderate", "high", "very_high"])
    else:
        limits = [2.5, 7.5] if age < 50 else [5, 10] if age < 70 else [7.5, 15]
        category = by_limits(risk, limits, ["low_to_moderate", "high", "very_high"])
    case("score2", {**person, "method": method}, cvd_risk_percent=(risk, 2), category=category)


for region, sex, smokes in itertools.product(EUROPE, ["male", "female"], YES_NO):
    people = [(40, 101, 4.1, 1.72), (49, 138.5, 7.3, 0.95), (50, 122, 5.5, 1.3), (69, 171, 6, 1.1)]
    for age, pressure, total, hdl in people:
        person = {
            "region": region,
            "gender": sex,
            "age": age,
            "smoker": smokes,
            "systolic": pressure,
            "total_cholesterol": total,
            "hdl_cholesterol": hdl,
            "total_cholesterol_unit": "mmol/L",
            "hdl_cholesterol_unit": "mmol/L",
        }
        score2_case("score2", person, (total, hdl))
        score2_case("score2_asia_pacific", person, (total, hdl))
        diabetic = {"age_at_diagnosis": age - 9, "hba1c": 61.5, "hba1c_unit": "mmol/mol", "egfr": 58}
        score2_case("score2_diabetes", {**person, **diabetic}, (total, hdl))
        score2_case("score2_op", {**person, "age": age + 20 + 10 * (age < 50)}, (total, hdl))
# In conventional units: 213 / 38.67 and 50 / 38.67 mmol/L; 7.4 % is 10.93 · 7.4 − 23.5 mmol/mol.
person = {
    "region": "moderate",
    "gender": "female",
    "age": 57,
    "smoker": True,
    "systolic": 133,
    "total_cholesterol": 213,
    "hdl_cholesterol": 50,
}
mmol = (D(213) / D("38.67"), D(50) / D("38.67"))
score2_case("score2", person, mmol)
score2_case("score2_diabetes", {**person, "age_at_diagnosis": 57, "hba1c": 7.4, "egfr": 102.5}, mmol)

# --- Duke treadmill score (Mark 1991) -------------------------------------------------------------------------------
for minutes, deviation, (angina, points) in itertools.product(
    ["2", "8.5", "14"], ["0", "0.8", "2", "3.5"], [("none", 0), ("non_limiting", 1), ("limiting", 2)]
):
    score = D(minutes) - 5 * D(deviation) - 4 * points
    case(
        "duke-treadmill-score",
        {"duration": float(minutes), "st_deviation": float(deviation), "angina": angina},
        duke_score=(score, 1),
        category="low" if score >= 5 else "high" if score <= -11 else "moderate",
    )

# --- Cardiac output by Fick: 1.34 mL of oxygen a gram, 10 dL a litre, 125 mL/min/m² if it was not measured -----------
for haemoglobin, arterial, venous, area, rate in [
    ("14", "98", "72", "1.9", "70"),
    ("7.8", "100", "41.5", "1.42", "118"),
    ("19.2", "83", "61", "2.31", "52"),
]:
    carried = D("1.34") * 10 * D(haemoglobin) * (D(arterial) - D(venous)) / 100
    given = {
        "haemoglobin": float(haemoglobin),
        "arterial_saturation": float(arterial),
        "venous_saturation": float(venous),
        "body_surface_area": float(area),
        "heart_rate": float(rate),
    }
    for consumption, method in [(D(250), "measured"), (D("187.5"), "measured"), (125 * D(area), "assumed")]:
        output = consumption / carried
        more = {"oxygen_consumption": float(consumption)} if method == "measured" else {}
        case(
            "cardiac-output",
            {**given, **more, "method": method},
            cardiac_output_l_per_min=(output, 2),
            cardiac_index_l_per_min_per_m2=(output / D(area), 2),
            stroke_volume_ml=(1000 * output / D(rate), 1),
        )

write_cases("cardiac", cases)
