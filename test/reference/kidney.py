"""The kidney, written from the papers and guidelines and not from our code."""

from math import exp, log

from classes import class_of, exceeds
from laboratory import (
    ALBUMIN, CALCIUM, CREATININE, PHOSPHATE, UACR, UREA, URINE_ALBUMIN, URINE_CREATININE, URINE_UREA,
)
from refused import Refused, need

# --- Categories of KDIGO 2024, 10.1016/j.kint.2023.10.018 ---
GFR_NAMES = ["g5", "g4", "g3b", "g3a", "g2", "g1"]


def gfr_category(gfr):
    return class_of(gfr, [15, 30, 45, 60, 90], GFR_NAMES)


def albuminuria_category(ratio, low, high):
    return "a3" if exceeds(ratio, high) else class_of(ratio, [low], ["a1", "a2"])


MAP = {
    "g1": ("low", "moderate", "high"),
    "g2": ("low", "moderate", "high"),
    "g3a": ("moderate", "high", "very_high"),
    "g3b": ("high", "very_high", "very_high"),
    "g4": ("very_high",) * 3,
    "g5": ("very_high",) * 3,
}


def ckd_stage(given):
    unit, ratio = given["uacr_unit"], given["uacr"]
    UACR(ratio, unit)
    gfr = gfr_category(given["egfr"])
    albuminuria = albuminuria_category(ratio, *((3, 30) if unit == "mg/mmol" else (30, 300)))
    risk = MAP[gfr][int(albuminuria[1]) - 1]
    return {"gfr_category": gfr, "albuminuria_category": albuminuria, "category": risk, "risk": risk}


# Least and most creatinine of urine in each unit, and how many g or mmol of it are in a litre.
SPOT = {
    "mg/dL": (1, 1000, 1 / 100), "g/L": (0.01, 10, 1), "mmol/L": (0.09, 88.4, 1), "µmol/L": (88.4, 88400, 1 / 1000),
}


def albumin_creatinine_ratio(given):
    """KDIGO prints the limits in both units; 1 mmol of creatinine is 0.113 g, so that 1 mg/mmol is 8.84 mg/g."""
    albumin = URINE_ALBUMIN(given["urine_albumin"], given["urine_albumin_unit"])
    creatinine, unit = given["urine_creatinine"], given["urine_creatinine_unit"]
    least, most, per_litre = SPOT[unit]
    if not least <= creatinine <= most:
        raise Refused
    ratio = albumin / (creatinine * per_litre)
    if unit in ("mmol/L", "µmol/L"):
        per_gram, per_mmol, limits = ratio * 8.84, ratio, (3, 30)
    else:
        per_gram, per_mmol, limits = ratio, ratio / 8.84, (30, 300)
    category = albuminuria_category(ratio, *limits)
    return {"uacr_mg_per_g": per_gram, "uacr_mg_per_mmol": per_mmol, "albuminuria_category": category}


# --- Estimated GFR: Inker 2021 (10.1056/NEJMoa2102953) and 2012 (10.1056/NEJMoa1114248), Pottel 2021
# (10.7326/M20-4366), Levey 2006, Schwartz 2009 (10.1681/ASN.2008030287) ---
def capped(ratio, below, above):
    return min(ratio, 1) ** below * max(ratio, 1) ** above


def creatinine_2021(woman, age, cr):
    kappa, alpha = (0.7, -0.241) if woman else (0.9, -0.302)
    return 142 * capped(cr / kappa, alpha, -1.200) * 0.9938**age * (1.012 if woman else 1)


def combined_2021(woman, age, cr, cys):
    kappa, alpha = (0.7, -0.219) if woman else (0.9, -0.144)
    both = capped(cr / kappa, alpha, -0.544) * capped(cys / 0.8, -0.323, -0.778)
    return 135 * both * 0.9961**age * (0.963 if woman else 1)


def cystatin_2012(woman, age, cys):
    return 133 * capped(cys / 0.8, -0.499, -1.328) * 0.996**age * (0.932 if woman else 1)


def ekfc(woman, age, cr):
    """Q is the median creatinine of healthy people in µmol/L."""
    if age > 25:
        q = 62 if woman else 80
    elif woman:
        q = exp(3.080 + 0.177 * age - 0.223 * log(age) - 0.00596 * age**2 + 0.0000686 * age**3)
    else:
        q = exp(3.200 + 0.259 * age - 0.543 * log(age) - 0.00763 * age**2 + 0.0000790 * age**3)
    return 107.3 * capped(88.4 * cr / q, -0.322, -1.132) * 0.990 ** max(0, age - 40)


def egfr(given):
    age, method, woman = given["age"], given["method"], given["gender"] == "female"
    youngest, oldest = {"schwartz": (1, 17), "ekfc": (2, 120)}.get(method, (18, 120))
    if not youngest <= age <= oldest:
        raise Refused
    cystatin = given["cystatin_c"]
    if method == "ckd_epi_2012_cystatin_c":
        need(cystatin)
        value = cystatin_2012(woman, age, cystatin)
    else:
        cr = CREATININE(given["creatinine"], given["creatinine_unit"])
        if method == "ckd_epi_2021_creatinine":
            value = creatinine_2021(woman, age, cr)
        elif method == "ckd_epi_2021_creatinine_cystatin_c":
            need(cystatin)
            value = combined_2021(woman, age, cr, cystatin)
        elif method == "ekfc":
            value = ekfc(woman, age, cr)
        elif method == "mdrd":
            value = 175 * cr**-1.154 * age**-0.203 * (0.742 if woman else 1)
        else:
            need(given["height"])
            value = 0.413 * given["height"] / cr
    return {"egfr": value, "gfr_category": gfr_category(value)}


def creatinine_clearance(given):
    """Cockcroft and Gault, Nephron 1976;16:31, 10.1159/000180580."""
    cr = CREATININE(given["creatinine"], given["creatinine_unit"])
    clearance = (140 - given["age"]) * given["weight"] / (72 * cr)
    return {"creatinine_clearance_ml_per_min": clearance * (0.85 if given["gender"] == "female" else 1)}


# --- Fractional excretions: Espinel 1976, Carvounis 2002 ---
def excretion_class(percent, low, high):
    return "intrinsic" if exceeds(percent, high) else class_of(percent, [low], ["prerenal", "indeterminate"])


def creatinine_ratio(given):
    blood = CREATININE(given["creatinine"], given["creatinine_unit"])
    return blood / URINE_CREATININE(given["urine_creatinine"], given["urine_creatinine_unit"])


def fractional_sodium_excretion(given):
    percent = 100 * given["urine_sodium"] / given["sodium"] * creatinine_ratio(given)
    return {"fractional_sodium_excretion_percent": percent, "category": excretion_class(percent, 1, 2)}


def fractional_urea_excretion(given):
    urine = URINE_UREA(given["urine_urea_nitrogen"], given["urine_urea_nitrogen_unit"])
    percent = 100 * urine / UREA(given["urea_nitrogen"], given["urea_nitrogen_unit"]) * creatinine_ratio(given)
    return {"fractional_urea_excretion_percent": percent, "category": excretion_class(percent, 35, 50)}


# --- Kidney failure: Tangri 2011 (10.1001/jama.2011.451) and 2016 (10.1001/jama.2015.18202) ---
SURVIVAL = {
    ("four_variable", "north_america"): (0.9750, 0.9240),
    ("four_variable", "other"): (0.9832, 0.9365),
    ("eight_variable", "north_america"): (0.9780, 0.9301),
    ("eight_variable", "other"): (0.9827, 0.9245),
}


def kidney_failure_risk(given):
    method = given["method"]
    age, male = given["age"] / 10 - 7.036, (given["gender"] == "male") - 0.5642
    gfr, ratio = given["egfr"] / 5 - 7.222, log(UACR(given["uacr"], given["uacr_unit"])) - 5.137
    if method == "four_variable":
        score = -0.2201 * age + 0.2467 * male - 0.5567 * gfr + 0.4510 * ratio
    else:
        need(given["bicarbonate"])
        score = -0.1992 * age + 0.1602 * male - 0.4919 * gfr + 0.3364 * ratio
        score -= 0.3441 * (ALBUMIN(given["albumin"], given["albumin_unit"]) - 3.997)
        score += 0.2604 * (PHOSPHATE(given["phosphate"], given["phosphate_unit"]) - 3.916)
        score -= 0.07354 * (given["bicarbonate"] - 25.57)
        score -= 0.2228 * (CALCIUM(given["calcium"], given["calcium_unit"]) - 9.355)
    two, five = (100 * (1 - survival ** exp(score)) for survival in SURVIVAL[method, given["region"]])
    return {"risk_2_years_percent": two, "risk_5_years_percent": five}


CALCULATORS = {
    "albumin-creatinine-ratio": albumin_creatinine_ratio,
    "ckd-stage": ckd_stage,
    "creatinine-clearance": creatinine_clearance,
    "egfr": egfr,
    "fractional-sodium-excretion": fractional_sodium_excretion,
    "fractional-urea-excretion": fractional_urea_excretion,
    "kidney-failure-risk": kidney_failure_risk,
}
