"""The heart and the vessels, written from the papers and not from our code."""

import re
from hashlib import sha256
from math import exp, expm1, log, sqrt
from pathlib import Path

from classes import class_of, exceeds, reaches
from laboratory import HBA1C, Laboratory, cholesterol_of
from prevent_tables import TABLES
from refused import Refused, need


# --- QTc: Fridericia 1920, Bazett 1920, Sagie 1992, Hodges 1983; limits: AHA 2009, 10.1161/CIRCULATIONAHA.108.191096
QTC = {
    "fridericia": lambda qt, rr: qt / rr ** (1 / 3),
    "bazett": lambda qt, rr: qt / sqrt(rr),
    "framingham": lambda qt, rr: qt + 154 * (1 - rr),
    "hodges": lambda qt, rr: qt + 1.75 * (60 / rr - 60),
}


def qtc(given):
    rate, rr = given["heart_rate"], given["rr"]
    if (rate is None) == (rr is None):
        raise Refused
    value = QTC[given["method"]](given["qt"], 60 / rate if rr is None else rr / 1000)
    if not exceeds(value, 390):
        category = "short"
    elif exceeds(value, 500):
        category = "very_prolonged"
    else:
        category = class_of(value, [450 if given["gender"] == "male" else 460], ["normal", "prolonged"])
    return {"qtc_ms": value, "category": category}


# --- Scores of points: Lip 2010, ESC 2024, Pisters 2010, Mark 1991 ---
def cha2ds2_vasc(given):
    """ESC 2020: a score of 1 in women is that of 0 in men, so the class follows from the other points."""
    age = given["age"]
    points = 2 if age >= 75 else 1 if age >= 65 else 0
    points += given["heart_failure"] + given["hypertension"] + given["diabetes"] + 2 * given["stroke"]
    points += given["vascular_disease"]
    category = "low" if points == 0 else "intermediate" if points == 1 else "high"
    if given["method"] == "cha2ds2_vasc" and given["gender"] == "female":
        points += 1
    return {"stroke_risk_score": points, "category": category}


BLEEDING = [
    "uncontrolled_hypertension", "abnormal_renal_function", "abnormal_liver_function", "stroke", "bleeding_history",
    "labile_inr", "bleeding_drugs", "alcohol",
]


def has_bled(given):
    score = sum(given[name] for name in BLEEDING) + (given["age"] > 65)
    return {"has_bled_score": score, "category": "high" if score >= 3 else "not_high"}


def duke_treadmill_score(given):
    angina = {"none": 0, "non_limiting": 1, "limiting": 2}[given["angina"]]
    score = given["duration"] - 5 * given["st_deviation"] - 4 * angina
    if not exceeds(score, -11):
        return {"duke_score": score, "category": "high"}
    return {"duke_score": score, "category": class_of(score, [5], ["moderate", "low"])}


def cardiac_output(given):
    """Fick 1870: a gram of haemoglobin binds 1.34 mL of oxygen; assumed consumption 125 mL/min/m2."""
    area, rate = given["body_surface_area"], given["heart_rate"]
    extracted = given["arterial_saturation"] - given["venous_saturation"]
    if extracted <= 0:
        raise Refused
    if given["method"] == "measured":
        need(given["oxygen_consumption"])
        consumption = given["oxygen_consumption"]
    else:
        need(area)
        consumption = 125 * area
    output = consumption / (1.34 * 10 * given["haemoglobin"] * extracted / 100)
    return {
        "cardiac_output_l_per_min": output,
        "cardiac_index_l_per_min_per_m2": None if area is None else output / area,
        "stroke_volume_ml": None if rate is None else 1000 * output / rate,
    }


# --- Blood pressure of children: Flynn 2017, 10.1542/peds.2017-1904, tables 3 to 5. The tables stand in this repository
# once, and must have the digest of the published ones ---
PRINTED = Path(__file__).resolve().parents[2] / "calculators" / "cardiac" / "child-blood-pressure-tables.ts"
PUBLISHED = "4ab0e7a0d040ec3c"


def printed_pressures():
    """Systolic and diastolic pressures by sex, age, percentile of the pressure and percentile of the height."""
    cells = {}
    for sex, lines in re.findall(r"(male|female): `([^`]*)`", PRINTED.read_text()):
        for line in lines.strip().split("\n"):
            age, percentile, *pressures = (int(number) for number in line.split())
            for column, height in enumerate(HEIGHTS):
                cells[sex, age, percentile, height] = pressures[column], pressures[column + len(HEIGHTS)]
    if cells_digest(cells) != PUBLISHED:
        raise SystemExit(f"{PRINTED.name} differs from the published table")
    return cells


def cells_digest(cells):
    text = "\n".join(f"{key} {cells[key]}" for key in sorted(cells))
    return sha256(text.encode()).hexdigest()[:16]


HEIGHTS = [5, 10, 25, 50, 75, 90, 95]
PRESSURES = printed_pressures()
ORDER = ["normal", "elevated", "stage_1_hypertension", "stage_2_hypertension"]
FIXED = [(120, 130, 140), (80, 80, 90)]


def child_class(pressure, limits):
    return next((name for name, limit in zip(ORDER[:0:-1], limits[::-1]) if reaches(pressure, limit)), ORDER[0])


def child_blood_pressure(given):
    age, height, reading = given["age"], given["height_percentile"], (given["systolic"], given["diastolic"])
    if reading[1] >= reading[0]:
        raise Refused
    results, limits = {}, FIXED
    if height is not None:
        column = min(HEIGHTS, key=lambda printed: abs(printed - height))
        p50, p90, p95 = (PRESSURES[given["gender"], age, percentile, column] for percentile in (50, 90, 95))
        results["percentiles_mmhg"] = {
            name: {"systolic": pair[0], "diastolic": pair[1]}
            for name, pair in (("p50", p50), ("p90", p90), ("p95", p95))
        }
        if age < 13:
            limits = [
                (min(p90[at], first), min(p95[at], second), min(p95[at] + 12, third))
                for at, (first, second, third) in enumerate(FIXED)
            ]
    elif age < 13:
        raise Refused
    systolic, diastolic = (child_class(pressure, limits[at]) for at, pressure in enumerate(reading))
    results["systolic_category"], results["diastolic_category"] = systolic, diastolic
    results["category"] = max(systolic, diastolic, key=ORDER.index)
    return results


# --- Risks. Cholesterol in mg/dL, within the bounds of each study ---
def cholesterols(given, total, hdl):
    return (
        total(given["total_cholesterol"], given["total_cholesterol_unit"]),
        hdl(given["hdl_cholesterol"], given["hdl_cholesterol_unit"]),
    )


def cox(total, mean, survival):
    """Percent of risk from a proportional hazard."""
    return 100 * (1 - survival ** exp(total - mean))


# Framingham 2008: D'Agostino, 10.1161/CIRCULATIONAHA.107.699579, tables 2 and 3.
LIPIDS = {
    "female": (2.32888, 1.20904, -0.70833, 2.76157, 2.82263, 0.52873, 0.69154, 26.1931, 0.95012),
    "male": (3.06117, 1.12370, -0.93263, 1.93303, 1.99881, 0.65451, 0.57367, 23.9802, 0.88936),
}
OFFICE = {
    "female": (2.72107, 0.51125, 2.81291, 2.88267, 0.61868, 0.77763, 26.0145, 0.94833),
    "male": (3.11296, 0.79277, 1.85508, 1.92672, 0.70953, 0.53160, 23.9388, 0.88431),
}
FRAMINGHAM_TOTAL, FRAMINGHAM_HDL = cholesterol_of(100, 405), cholesterol_of(10, 100)


def framingham_cvd(given):
    age, pressure, treated = log(given["age"]), log(given["systolic"]), given["antihypertensive"]
    if given["method"] == "lipids":
        b = LIPIDS[given["gender"]]
        total, hdl = cholesterols(given, FRAMINGHAM_TOTAL, FRAMINGHAM_HDL)
        x = b[0] * age + b[1] * log(total) + b[2] * log(hdl)
        b = b[3:]
    else:
        need(given["bmi"])
        b = OFFICE[given["gender"]]
        x = b[0] * age + b[1] * log(given["bmi"])
        b = b[2:]
    x += b[1 if treated else 0] * pressure + b[2] * given["smoker"] + b[3] * given["diabetes"]
    risk = cox(x, b[4], b[5])
    category = "high" if exceeds(risk, 20) else class_of(risk, [6], ["low", "intermediate"])
    return {"cvd_risk_percent": risk, "category": category}


# Pooled cohort equations: Goff 2014, 10.1161/01.cir.0000437741.48606.98, the table row by row: white women, black
# women, white men, black men.
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
    label: [float(number) for number in numbers.split()]
    for label, numbers in (row.split(" | ") for row in POOLED.strip().splitlines())
}
ACC_NAMES = ["low", "borderline", "intermediate", "high"]
US_TOTAL, US_HDL = cholesterol_of(130, 320), cholesterol_of(20, 100)


def ascvd_pce(given):
    column = (0 if given["gender"] == "female" else 2) + (given["race"] == "african_american")
    total, hdl = (log(value) for value in cholesterols(given, US_TOTAL, US_HDL))
    age, pressure, treated = log(given["age"]), log(given["systolic"]), given["antihypertensive"]
    terms = {
        "ln age": age,
        "ln age squared": age * age,
        "ln total": total,
        "ln age ln total": age * total,
        "ln HDL": hdl,
        "ln age ln HDL": age * hdl,
        "ln treated": pressure * treated,
        "ln age ln treated": age * pressure * treated,
        "ln untreated": pressure * (not treated),
        "ln age ln untreated": age * pressure * (not treated),
        "smoker": given["smoker"],
        "ln age smoker": age * given["smoker"],
        "diabetes": given["diabetes"],
    }
    x = sum(POOLED[label][column] * value for label, value in terms.items())
    risk = cox(x, POOLED["mean"][column], POOLED["survival"][column])
    return {"ascvd_risk_percent": risk, "category": class_of(risk, [5, 7.5, 20], ACC_NAMES)}


# --- PREVENT: Khan 2024, 10.1161/CIRCULATIONAHA.123.067626; the terms by the labels of the printed tables ---
OUTCOMES = ["total_cvd", "ascvd", "heart_failure", "coronary_heart_disease", "stroke"]
PREVENT_HBA1C = Laboratory("mmol/mol", None, 3, 15, HBA1C.to_si, HBA1C.from_si)
PREVENT_UACR = Laboratory("mg/mmol", 1 / 8.84, 0.1, 25000)


def prevent_rows(text):
    """The rows of a table: the label, and the numbers of women and of men."""
    for row in text.replace("\n... ", " ").strip().splitlines():
        label, numbers = row.split(" | ")
        numbers = [float(number) for number in numbers.split()]
        yield "Age" if label.startswith("Age, ") else label, {"female": numbers[::2], "male": numbers[1::2]}


PREVENT = {key: dict(prevent_rows(text)) for key, text in TABLES.items()}


def prevent_terms(given, hba1c, uacr):
    """Value of each printed term. Cholesterol in mmol/L, HbA1c in percent, UACR in mg/g."""
    age = (given["age"] - 55) / 10
    total, hdl_mg = cholesterols(given, US_TOTAL, US_HDL)
    # The equations convert with 0.02586. What was given in mmol/L they take as it is.
    total = total * 0.02586 if given["total_cholesterol_unit"] == "mg/dL" else given["total_cholesterol"]
    hdl_mmol = hdl_mg * 0.02586 if given["hdl_cholesterol_unit"] == "mg/dL" else given["hdl_cholesterol"]
    non_hdl = total - hdl_mmol - 3.5
    hdl = (hdl_mmol - 1.3) / 0.3
    pressure, bmi, egfr, sdi = given["systolic"], given["bmi"], given["egfr"], given["sdi"]
    high = (max(pressure, 110) - 130) / 20
    obese = (max(bmi, 30) - 30) / 5
    low_egfr = (min(egfr, 60) - 60) / -15
    treated, statin, diabetes = given["antihypertensive"], given["statin"], given["diabetes"]
    a1c = 0 if hba1c is None else hba1c - 5.3
    return {
        "Age": age,
        "Age squared": age * age,
        "non-HDL-C per 1 mmol/L": non_hdl,
        "HDL-C per 0.3 mmol/L": hdl,
        "SBP <110 per 20 mmHg": (min(pressure, 110) - 110) / 20,
        "SBP ≥110 per 20 mmHg": high,
        "Diabetes": diabetes,
        "Current smoking": given["smoker"],
        "BMI <30, per 5 kg/m2": (min(bmi, 30) - 25) / 5,
        "BMI 30+, per 5 kg/m2": obese,
        "eGFR <60, per -15 ml": low_egfr,
        "eGFR 60+, per -15 ml": (max(egfr, 60) - 90) / -15,
        "Anti-hypertensive use": treated,
        "Statin use": statin,
        "Treated SBP ≥110 mm Hg per 20 mm Hg": treated * high,
        "Treated non-HDL-C": statin * non_hdl,
        "Age per 10yr * non-HDL-C per 1 mmol/L": age * non_hdl,
        "Age per 10yr * HDL-C per 0.3 mmol/L": age * hdl,
        "Age per 10yr * SBP ≥110 mm Hg per 20 mmHg": age * high,
        "Age per 10yr * diabetes": age * diabetes,
        "Age per 10yr * current smoking": age * given["smoker"],
        "Age per 10yr * BMI 30+ per 5 kg/m2": age * obese,
        "Age per 10yr * eGFR <60, per -15 ml": age * low_egfr,
        "SDI decile categories 4-6 vs. 1-3": sdi is not None and 4 <= sdi <= 6,
        "SDI decile categories 7-10 vs. 1-3": sdi is not None and sdi >= 7,
        "Missing SDI": sdi is None,
        "ln-ACR, mg/g, per 1 ln unit": 0 if uacr is None else log(uacr),
        "Missing ACR/PCR/Dipstick": uacr is None,
        "HbA1c in DM, per 1%": a1c if diabetes else 0,
        "HbA1c no DM, per 1%": 0 if diabetes else a1c,
        "Missing HbA1c": hba1c is None,
        "Constant": 1,
    }


def prevent_risks(table, sex, terms):
    sums = [0] * len(OUTCOMES)
    for label, numbers in table.items():
        term = terms[label]
        if term:
            sums = [total + number * term for total, number in zip(sums, numbers[sex])]
    return {outcome: 100 * exp(x) / (1 + exp(x)) for outcome, x in zip(OUTCOMES, sums)}


def aha_prevent(given):
    further = [name for name in ("hba1c", "uacr", "sdi") if given[name] is not None]
    model = given["method"]
    if model is None:
        model = "full" if len(further) > 1 else further[0] if further else "base"
    if (model == "full" and not further) or model in {"hba1c", "uacr", "sdi"} - set(further):
        raise Refused
    hba1c = PREVENT_HBA1C(given["hba1c"], given["hba1c_unit"]) if "hba1c" in further else None
    uacr = PREVENT_UACR(given["uacr"], given["uacr_unit"]) if "uacr" in further else None
    terms = prevent_terms(given, hba1c, uacr)
    ten = prevent_risks(PREVENT[model, 10], given["gender"], terms)
    results = {
        "cvd_risk_percent": ten["total_cvd"],
        "category": class_of(ten["total_cvd"], [5, 7.5, 20], ACC_NAMES),
        "ten_years_percent": ten,
    }
    if given["age"] <= 59:
        results["thirty_years_percent"] = prevent_risks(PREVENT[model, 30], given["gender"], terms)
    return results


# --- SCORE2 2021 (10.1093/eurheartj/ehab309), SCORE2-OP 2021 (10.1093/eurheartj/ehab312), SCORE2-Diabetes 2023
# (10.1093/eurheartj/ehad260), SCORE2 Asia-Pacific 2025 ---
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



def numbers_of(table):
    return {key: [float(number) for number in text.split()] for key, text in table.items()}


MIDDLE, OLD, DIABETIC, MORE = (numbers_of(table) for table in (MIDDLE, OLD, DIABETIC, MORE))
EUROPE, EUROPE_OLD, ASIA_PACIFIC = (numbers_of(table) for table in (EUROPE, EUROPE_OLD, ASIA_PACIFIC))
SCORE_TOTAL, SCORE_HDL = cholesterol_of(77, 464), cholesterol_of(15, 155)


def score2(given):
    age, method, sex = given["age"], given["method"], given["gender"]
    diagnosed, egfr = given["age_at_diagnosis"], given["egfr"]
    if method is None:
        described = diagnosed is not None or given["hba1c"] is not None or egfr is not None
        method = "score2_diabetes" if described else "score2" if age < 70 else "score2_op"
    if (age >= 70) != (method == "score2_op"):
        raise Refused
    total, hdl = (mg / 38.67 for mg in cholesterols(given, SCORE_TOTAL, SCORE_HDL))
    b = {"score2_op": OLD, "score2_diabetes": DIABETIC}.get(method, MIDDLE)[sex]
    if method == "score2_op":
        a, s, t, h = age - 73, given["systolic"] - 150, total - 6, hdl - 1.4
    else:
        a, s, t, h = (age - 60) / 5, (given["systolic"] - 120) / 20, total - 6, (hdl - 1.3) / 0.5
    smokes = given["smoker"]
    x = b[0] * a + b[1] * smokes + b[2] * s + b[3] * t + b[4] * h
    x += b[5] * a * smokes + b[6] * a * s + b[7] * a * t + b[8] * a * h
    if method == "score2_diabetes":
        need(diagnosed, egfr)
        percent = HBA1C(given["hba1c"], given["hba1c_unit"])
        if diagnosed > age:
            raise Refused
        # The two printed conversions are not exact inverses, so mmol/mol stay what they are.
        a1c = given["hba1c"] if given["hba1c_unit"] == "mmol/mol" else 10.93 * percent - 23.5
        c, g = (a1c - 31) / 9.34, (log(egfr) - 4.5) / 0.15
        m = MORE[sex]
        x += m[0] + m[1] * a + m[2] * (diagnosed - 50) / 5
        x += m[3] * c + m[4] * g + m[5] * g * g + m[6] * a * c + m[7] * a * g
    scales = {"score2_op": EUROPE_OLD, "score2_asia_pacific": ASIA_PACIFIC}.get(method, EUROPE)[given["region"]]
    k1, k2 = scales[:2] if sex == "male" else scales[2:]
    # 1 − exp(−exp(k1 + k2·ln(−ln(1 − r)))), where 1 − r is the survival to the power of exp(x).
    risk = -100 * expm1(-exp(k1 + k2 * log(-log(b[9]) * exp(x - b[10]))))
    if method == "score2_diabetes":
        category = class_of(risk, [5, 10, 20], ["low", "moderate", "high", "very_high"])
    else:
        limits = [2.5, 7.5] if age < 50 else [5, 10] if age < 70 else [7.5, 15]
        category = class_of(risk, limits, ["low_to_moderate", "high", "very_high"])
    return {"cvd_risk_percent": risk, "category": category}


CALCULATORS = {
    "aha-prevent": aha_prevent,
    "ascvd-pce": ascvd_pce,
    "cardiac-output": cardiac_output,
    "cha2ds2-vasc": cha2ds2_vasc,
    "child-blood-pressure": child_blood_pressure,
    "duke-treadmill-score": duke_treadmill_score,
    "framingham-cvd": framingham_cvd,
    "has-bled": has_bled,
    "qtc": qtc,
    "score2": score2,
}
