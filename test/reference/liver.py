"""Liver scores, written from the papers and not from our code."""

from math import log, sqrt

from classes import class_above, class_of, exceeds, reaches
from laboratory import ALBUMIN, BILIRUBIN, CREATININE, nearest
from refused import need


# --- MELD: Kamath 2001 (10.1053/jhep.2001.22172), MELD-Na: OPTN 2016, MELD 3.0: Kim 2021
# (10.1053/j.gastro.2021.08.050) ---
def held(low, value, high):
    return min(max(value, low), high)


def original_meld(bilirubin, inr, creatinine, dialysis):
    creatinine = 4 if dialysis else held(1, creatinine, 4)
    return 3.78 * log(max(bilirubin, 1)) + 11.2 * log(max(inr, 1)) + 9.57 * log(creatinine) + 6.43


def meld_with_sodium(first, sodium):
    gap = 137 - held(125, sodium, 137)
    return first + 1.32 * gap - 0.033 * first * gap if first > 11 else first


def meld_3(bilirubin, inr, creatinine, dialysis, sodium, albumin, woman):
    cr = log(3 if dialysis else held(1, creatinine, 3))
    bili, gap, missing = log(max(bilirubin, 1)), 137 - held(125, sodium, 137), 3.5 - held(1.5, albumin, 3.5)
    score = 4.56 * bili + 0.82 * gap - 0.24 * gap * bili + 9.09 * log(max(inr, 1)) + 11.14 * cr
    return score + 1.85 * missing - 1.83 * missing * cr + 6 + (1.33 if woman else 0)


def meld(given):
    method, sodium = given["method"], given["sodium"]
    values = (
        BILIRUBIN(given["bilirubin"], given["bilirubin_unit"]),
        given["inr"],
        CREATININE(given["creatinine"], given["creatinine_unit"]),
        given["dialysis"],
    )
    if method == "meld_3":
        need(sodium, given["gender"])
        albumin = ALBUMIN(given["albumin"], given["albumin_unit"])
        score = meld_3(*values, sodium, albumin, given["gender"] == "female")
    else:
        score = original_meld(*values)
        if method == "meld_na":
            need(sodium)
            score = meld_with_sodium(nearest(score, 1), sodium)
    return {"meld_score": held(6, nearest(score, 0), 40), "score_unrounded": score}


def ukeld(given):
    """Barber, Transplantation 2011;92:469; bilirubin and creatinine in µmol/L."""
    bilirubin = 17.1 * BILIRUBIN(given["bilirubin"], given["bilirubin_unit"])
    creatinine = 88.4 * CREATININE(given["creatinine"], given["creatinine_unit"])
    score = 5.395 * log(given["inr"]) + 1.485 * log(creatinine) + 3.13 * log(bilirubin) - 81.565 * log(given["sodium"])
    return {"ukeld_score": score + 435, "category": class_of(score + 435, [49], ["below_listing", "listing"])}


# --- Fibrosis: Sterling 2006, Shah 2009, McPherson 2017; Wai 2003; Angulo 2007 ---
def between(value, low, high):
    return "high" if exceeds(value, high) else class_of(value, [low], ["low", "indeterminate"])


def fib_4(given):
    age = given["age"]
    index = age * given["ast"] / (given["platelets"] * sqrt(given["alt"]))
    if given["method"] == "viral":
        name = between(index, 1.45, 3.25)
    else:
        name = between(index, 2.0 if age >= 65 else 1.3, 2.67)
    return {"fib_4": index, "category": name}


def apri(given):
    index = given["ast"] / given["ast_upper_limit"] / given["platelets"] * 100
    names = ["low", "indeterminate", "significant_fibrosis", "cirrhosis"]
    return {"apri": index, "category": class_above(index, [0.5, 1.5, 2], names)}


def nafld_fibrosis_score(given):
    age = given["age"]
    score = -1.675 + 0.037 * age + 0.094 * given["bmi"] + (1.13 if given["diabetes"] else 0)
    score += 0.99 * (given["ast"] / given["alt"]) - 0.013 * given["platelets"]
    score -= 0.66 * ALBUMIN(given["albumin"], given["albumin_unit"])
    return {"nafld_fibrosis_score": score, "category": between(score, 0.12 if age >= 65 else -1.455, 0.676)}


def child_pugh(given):
    """Pugh, Br J Surg 1973;60:646: the middle column includes both of its limits."""

    def points(value, low, high):
        return 3 if exceeds(value, high) else 2 if reaches(value, low) else 1

    bilirubin = BILIRUBIN(given["bilirubin"], given["bilirubin_unit"])
    albumin = ALBUMIN(given["albumin"], given["albumin_unit"])
    score = points(bilirubin, 2, 3) + 4 - points(albumin, 2.8, 3.5) + points(given["inr"], 1.7, 2.3)
    score += {"absent": 1, "slight": 2, "moderate": 3}[given["ascites"]]
    score += {"absent": 1, "grade_1_2": 2, "grade_3_4": 3}[given["encephalopathy"]]
    return {"child_pugh_score": score, "category": "a" if score <= 6 else "b" if score <= 9 else "c"}


CALCULATORS = {
    "apri": apri,
    "child-pugh": child_pugh,
    "fib-4": fib_4,
    "meld": meld,
    "nafld-fibrosis-score": nafld_fibrosis_score,
    "ukeld": ukeld,
}
