"""Scores of acute illness, written from the papers and not from our code. Every score is an exact sum of points."""

from classes import class_of
from laboratory import UREA, nearest
from refused import Refused, need

# --- Wells 2003 for deep vein thrombosis; three levels by Wells 2006 ---
DVT = [
    "active_cancer", "leg_immobilised", "bedridden_or_surgery", "deep_vein_tenderness", "whole_leg_swollen",
    "calf_swelling", "pitting_oedema", "collateral_veins", "previous_dvt",
]


def wells_dvt(given):
    score = sum(given[name] for name in DVT) - (2 if given["alternative_diagnosis"] else 0)
    return {
        "wells_score": score,
        "category": "likely" if score >= 2 else "unlikely",
        "three_level_category": "low" if score <= 0 else "moderate" if score <= 2 else "high",
    }


# --- Wells 2000 for pulmonary embolism; two levels by van Belle 2006 ---
PE = {
    "dvt_signs": 3, "pe_most_likely": 3, "immobilised_or_surgery": 1.5, "previous_dvt_or_pe": 1.5, "haemoptysis": 1,
    "active_cancer": 1,
}


def wells_pe(given):
    score = sum(points for name, points in PE.items() if given[name]) + (1.5 if given["heart_rate"] > 100 else 0)
    return {
        "wells_score": score,
        "category": "likely" if score > 4 else "unlikely",
        "three_level_category": "low" if score < 2 else "moderate" if score <= 6 else "high",
    }


# --- PERC, Kline 2004: negative only if all eight criteria are met ---
PERC = ["leg_swelling", "haemoptysis", "recent_surgery_or_trauma", "previous_dvt_or_pe", "oestrogen_use"]


def perc_rule(given):
    met = given["age"] < 50, given["heart_rate"] < 100, given["oxygen_saturation"] >= 95
    failed = sum(given[name] for name in PERC) + 3 - sum(met)
    return {"criteria_present": failed, "category": "positive" if failed else "negative"}


def centor_score(given):
    """Centor 1981, for adults, and McIsaac 1998, with points of age."""
    age = given["age"]
    score = given["tonsillar_exudate"] + given["tender_neck_nodes"] + given["fever"] + (not given["cough"])
    if given["method"] == "mcisaac":
        need(age)
        score += 1 if age <= 14 else 0 if age <= 44 else -1
    elif age is not None and age <= 14:
        raise Refused
    return {"centor_score": score, "category": "low" if score <= 1 else "moderate" if score <= 3 else "high"}


def glasgow_coma_scale(given):
    """Teasdale and Jennett 1974; with the pupils: Brennan 2018."""
    score = given["eye_response"] + given["verbal_response"] + given["motor_response"]
    pupils = given["unreactive_pupils"]
    return {
        "glasgow_coma_scale": score,
        "category": "severe" if score <= 8 else "moderate" if score <= 12 else "mild",
        "gcs_pupils": None if pupils is None else score - pupils,
    }


def qsofa(given):
    """Singer, JAMA 2016;315:801, box 4."""
    signs = given["respiratory_rate"] >= 22, given["systolic"] <= 100, given["glasgow_coma_scale"] < 15
    return {"qsofa_score": sum(signs), "category": "positive" if sum(signs) >= 2 else "negative"}


def sirs(given):
    """Bone, Chest 1992;101:1644."""
    warmth, cells, gas, bands = (
        given[name] for name in ("temperature", "white_cell_count", "paco2", "band_neutrophils")
    )
    signs = [
        warmth > 38 or warmth < 36,
        given["heart_rate"] > 90,
        given["respiratory_rate"] > 20 or (gas is not None and gas < 32),
        cells > 12 or cells < 4 or (bands is not None and bands > 10),
    ]
    return {"sirs_criteria": sum(signs), "category": "present" if sum(signs) >= 2 else "absent"}


# --- NEWS2, chart 1 of the Royal College of Physicians 2017: the last value of each column, and its points ---
END = float("inf")
CHART = {
    "respiratory_rate": [(8, 3), (11, 1), (20, 0), (24, 2), (END, 3)],
    "scale_1": [(91, 3), (93, 2), (95, 1), (END, 0)],
    "scale_2_air": [(83, 3), (85, 2), (87, 1), (END, 0)],
    "scale_2_oxygen": [(83, 3), (85, 2), (87, 1), (92, 0), (94, 1), (96, 2), (END, 3)],
    "systolic": [(90, 3), (100, 2), (110, 1), (219, 0), (END, 3)],
    "heart_rate": [(40, 3), (50, 1), (90, 0), (110, 1), (130, 2), (END, 3)],
    "temperature": [(35.0, 3), (36.0, 1), (38.0, 0), (39.0, 1), (END, 2)],
}


def points_of(row, value):
    return next(points for last, points in CHART[row] if value <= last)


def news2(given):
    oxygen, scale = given["supplemental_oxygen"], given["saturation_scale"]
    saturation = "scale_1" if scale == "scale_1" else "scale_2_oxygen" if oxygen else "scale_2_air"
    points = {
        "respiratory_rate": points_of("respiratory_rate", given["respiratory_rate"]),
        "oxygen_saturation": points_of(saturation, given["oxygen_saturation"]),
        "supplemental_oxygen": 2 if oxygen else 0,
        "systolic": points_of("systolic", given["systolic"]),
        "heart_rate": points_of("heart_rate", given["heart_rate"]),
        "consciousness": 0 if given["consciousness"] == "alert" else 3,
        "temperature": points_of("temperature", nearest(given["temperature"], 1)),
    }
    total = sum(points.values())
    risk = "high" if total >= 7 else "medium" if total >= 5 else "low_medium" if 3 in points.values() else "low"
    return {"news2_score": total, "category": risk, "points": points}


def curb_65(given):
    """Lim, Thorax 2003;58:377: urea above 7 mmol/L; CRB-65 is without it."""
    systolic, diastolic = given["systolic"], given["diastolic"]
    if diastolic >= systolic:
        raise Refused
    score = given["confusion"] + (given["respiratory_rate"] >= 30) + (given["age"] >= 65)
    score += systolic < 90 or diastolic <= 60
    if given["method"] == "crb_65":
        return {"curb_65_score": score, "category": "low" if score == 0 else "intermediate" if score <= 2 else "high"}
    score += UREA(given["urea_nitrogen"], given["urea_nitrogen_unit"]) / 2.8 > 7 * (1 + 1e-12)
    return {"curb_65_score": score, "category": "low" if score <= 1 else "intermediate" if score == 2 else "high"}


# Dowell, CDC guideline 2022, MMWR Recomm Rep 71(3): milligrams of morphine for a milligram a day; for the patch, for ug/h.
MORPHINE = {
    "codeine": 0.15, "fentanyl_transdermal": 2.4, "hydrocodone": 1.0, "hydromorphone": 5.0, "methadone": 4.7,
    "morphine": 1.0, "oxycodone": 1.5, "oxymorphone": 3.0, "tapentadol": 0.4, "tramadol": 0.2,
}


def opioid_equivalence(given):
    doses = {name: given[name] for name in MORPHINE if given[name] is not None}
    if not doses:
        raise Refused
    total = sum(MORPHINE[name] * dose for name, dose in doses.items())
    category = class_of(total, [50], ["below_50", "at_least_50"])
    return {"morphine_equivalents_mg": total, "category": category}


CALCULATORS = {
    "centor-score": centor_score,
    "curb-65": curb_65,
    "glasgow-coma-scale": glasgow_coma_scale,
    "news2": news2,
    "opioid-equivalence": opioid_equivalence,
    "perc-rule": perc_rule,
    "qsofa": qsofa,
    "sirs": sirs,
    "wells-dvt": wells_dvt,
    "wells-pe": wells_pe,
}
