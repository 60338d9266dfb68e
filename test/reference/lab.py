"""Laboratory results, written from the papers and not from our code."""

from bisect import bisect_right
from math import log, log10

from classes import class_above, class_of, exceeds
from laboratory import (
    ALBUMIN, CALCIUM, FASTING_GLUCOSE, GLUCOSE, HBA1C, HDL, INSULIN, LDL, TOTAL_CHOLESTEROL, TRIGLYCERIDES, UREA,
)
from refused import Refused

CHOLESTEROL_MG = 38.67


def lipids(given):
    """Total and HDL cholesterol in mg/dL."""
    unit = given["cholesterol_unit"]
    total, hdl = TOTAL_CHOLESTEROL(given["total_cholesterol"], unit), HDL(given["hdl_cholesterol"], unit)
    if hdl >= total:
        raise Refused
    return total, hdl


# --- LDL: Friedewald 1972, Martin 2013 (10.1001/jama.2013.280532), Sampson 2020 (10.1001/jamacardio.2020.0013) ---
# Martin's table: the first triglycerides of each row in mg/dL, and its factors by non-HDL cholesterol.
MARTIN = """
7 3.5 3.4 3.3 3.3 3.2 3.1
50 4.0 3.9 3.7 3.6 3.6 3.4
57 4.3 4.1 4.0 3.9 3.8 3.6
62 4.5 4.3 4.1 4.0 3.9 3.9
67 4.7 4.4 4.3 4.2 4.1 3.9
72 4.8 4.6 4.4 4.2 4.2 4.1
76 4.9 4.6 4.5 4.3 4.3 4.2
80 5.0 4.8 4.6 4.4 4.3 4.2
84 5.1 4.8 4.6 4.5 4.4 4.3
88 5.2 4.9 4.7 4.6 4.4 4.3
93 5.3 5.0 4.8 4.7 4.5 4.4
97 5.4 5.1 4.8 4.7 4.5 4.3
101 5.5 5.2 5.0 4.7 4.6 4.5
106 5.6 5.3 5.0 4.8 4.6 4.5
111 5.7 5.4 5.1 4.9 4.7 4.5
116 5.8 5.5 5.2 5.0 4.8 4.6
121 6.0 5.5 5.3 5.0 4.8 4.6
127 6.1 5.7 5.3 5.1 4.9 4.7
133 6.2 5.8 5.4 5.2 5.0 4.7
139 6.3 5.9 5.6 5.3 5.0 4.8
147 6.5 6.0 5.7 5.4 5.1 4.8
155 6.7 6.2 5.8 5.4 5.2 4.9
164 6.8 6.3 5.9 5.5 5.3 5.0
174 7.0 6.5 6.0 5.7 5.4 5.1
186 7.3 6.7 6.2 5.8 5.5 5.2
202 7.6 6.9 6.4 6.0 5.6 5.3
221 8.0 7.2 6.6 6.2 5.9 5.4
248 8.5 7.6 7.0 6.5 6.1 5.6
293 9.5 8.3 7.5 7.0 6.5 5.9
400 11.9 10.0 8.8 8.1 7.5 6.7
"""
ROWS = [[float(number) for number in line.split()] for line in MARTIN.strip().split("\n")]
FIRST = [row[0] for row in ROWS]
COLUMNS = [100, 130, 160, 190, 220]


def place(bounds, value):
    """How many of the bounds a value has reached, at 12 digits."""
    return bisect_right(bounds, value * (1 + 1e-12))


def ldl_cholesterol(given):
    total, hdl = lipids(given)
    tg, method = TRIGLYCERIDES(given["triglycerides"], given["triglycerides_unit"]), given["method"]
    non_hdl = total - hdl
    if tg > 800 or (tg >= 400 and method != "sampson"):
        raise Refused
    if method == "friedewald":
        ldl = non_hdl - tg / 5
    elif method == "martin_hopkins":
        ldl = non_hdl - tg / ROWS[max(place(FIRST, tg) - 1, 0)][1 + place(COLUMNS, non_hdl)]
    else:
        ldl = total / 0.948 - hdl / 0.971 - (tg / 8.56 + tg * non_hdl / 2140 - tg * tg / 16100) - 9.44
    if ldl <= 0:
        raise Refused
    return {
        "ldl_mg_per_dl": ldl,
        "ldl_mmol_per_l": ldl / CHOLESTEROL_MG,
        "non_hdl_mg_per_dl": non_hdl,
        "non_hdl_mmol_per_l": non_hdl / CHOLESTEROL_MG,
        "category": class_of(
            ldl, [100, 130, 160, 190], ["optimal", "near_optimal", "borderline_high", "high", "very_high"]
        ),
    }


def non_hdl_cholesterol(given):
    total, hdl = lipids(given)
    names = ["desirable", "above_desirable", "borderline_high", "high", "very_high"]
    return {
        "non_hdl_mg_per_dl": total - hdl,
        "non_hdl_mmol_per_l": (total - hdl) / CHOLESTEROL_MG,
        "category": class_of(total - hdl, [130, 160, 190, 220], names),
    }


def cholesterol_ratios(given):
    """Millan 2009; atherogenic index: Dobiasova and Frohlich, Clin Biochem 2001;34:583, in mmol/L."""
    total, hdl = lipids(given)
    ldl = LDL(given["ldl_cholesterol"], given["cholesterol_unit"])
    results = {"total_to_hdl": total / hdl, "ldl_to_hdl": ldl / hdl}
    if given["triglycerides"] is not None:
        tg = TRIGLYCERIDES(given["triglycerides"], given["triglycerides_unit"])
        index = log10((tg / 88.57) / (hdl / CHOLESTEROL_MG))
        results["triglycerides_to_hdl"] = tg / hdl
        results["atherogenic_index"] = index
        results["category"] = "high" if exceeds(index, 0.21) else class_of(index, [0.11], ["low", "intermediate"])
    return results


# --- Glucose and insulin: Matthews 1985 (10.1007/BF00280883), Katz 2000 (10.1210/jcem.85.7.6661), Simental-Mendia 2008
# (10.1089/met.2008.0034), Nathan 2008 (10.2337/dc08-0545) ---
def glucose_and_insulin(given):
    return FASTING_GLUCOSE(given["glucose"], given["glucose_unit"]), INSULIN(given["insulin"], given["insulin_unit"])


def homa_ir(given):
    glucose, insulin = glucose_and_insulin(given)
    return {"homa_ir": (glucose / 18) * insulin / 22.5}


def homa_b(given):
    glucose, insulin = glucose_and_insulin(given)
    if glucose <= 63:
        raise Refused
    return {"homa_b_percent": 360 * insulin / (glucose - 63)}


def quicki(given):
    glucose, insulin = glucose_and_insulin(given)
    return {"quicki": 1 / (log10(insulin) + log10(glucose))}


def tyg_index(given):
    glucose = FASTING_GLUCOSE(given["glucose"], given["glucose_unit"])
    return {"tyg_index": log(TRIGLYCERIDES(given["triglycerides"], given["triglycerides_unit"]) * glucose / 2)}


def estimated_average_glucose(given):
    percent = HBA1C(given["hba1c"], given["hba1c_unit"])
    return {"average_glucose_mg_per_dl": 28.7 * percent - 46.7, "average_glucose_mmol_per_l": 1.59 * percent - 2.59}


def hba1c_conversion(given):
    """Hoelzel 2004; classes of the American Diabetes Association."""
    percent = HBA1C(given["hba1c"], given["hba1c_unit"])
    return {
        "ngsp_percent": percent,
        "ifcc_mmol_per_mol": given["hba1c"] if given["hba1c_unit"] == "mmol/mol" else 10.93 * percent - 23.50,
        "category": class_of(percent, [5.7, 6.5], ["normal", "prediabetes", "diabetes"]),
    }


# --- Electrolytes: Payne 1973, Katz 1973, Hillier 1999, Kraut 2007, Figge 1998, Rastegar 2007, Adrogue 2000 ---
def corrected_calcium(given):
    calcium = CALCIUM(given["calcium"], given["calcium_unit"])
    corrected = calcium + 0.8 * (4.0 - ALBUMIN(given["albumin"], given["albumin_unit"]))
    return {"corrected_calcium_mg_per_dl": corrected, "corrected_calcium_mmol_per_l": corrected / 4.008}


def corrected_sodium(given):
    glucose = GLUCOSE(given["glucose"], given["glucose_unit"])
    if glucose < 100:
        raise Refused
    factor = 1.6 if given["method"] == "katz" else 2.4
    return {"corrected_sodium_mmol_per_l": given["sodium"] + factor * (glucose - 100) / 100}


def gaps(given):
    """The anion gap, and the gap corrected for albumin."""
    gap = given["sodium"] - given["chloride"] - given["bicarbonate"]
    if not -10 <= gap <= 80:  # one of the three values is wrong
        raise Refused
    if given["albumin"] is None:
        return gap, None
    return gap, gap + 2.5 * (4.0 - ALBUMIN(given["albumin"], given["albumin_unit"]))


def anion_gap(given):
    gap, corrected = gaps(given)
    used = gap if corrected is None else corrected
    return {
        "anion_gap_mmol_per_l": gap,
        "corrected_anion_gap_mmol_per_l": corrected,
        "category": class_above(used, [12], ["not_raised", "raised"]),
    }


def delta_ratio(given):
    gap, corrected = gaps(given)
    used = gap if corrected is None else corrected
    if given["bicarbonate"] >= 24 or used <= 12:
        raise Refused
    ratio = (used - 12) / (24 - given["bicarbonate"])
    name = class_of(ratio, [0.4, 0.8], ["normal_gap_acidosis", "mixed_acidosis", "high_gap_acidosis"])
    if exceeds(ratio, 2):
        name = "alkalosis_too"
    return {"delta_ratio": ratio, "anion_gap_mmol_per_l": used, "category": name}


def serum_osmolality(given):
    glucose = GLUCOSE(given["glucose"], given["glucose_unit"])
    urea = UREA(given["urea_nitrogen"], given["urea_nitrogen_unit"])
    calculated = 2 * given["sodium"] + glucose / 18 + urea / 2.8
    results = {"osmolality_mosm_per_kg": calculated}
    if given["measured_osmolality"] is not None:
        gap = given["measured_osmolality"] - calculated
        results["osmolal_gap_mosm_per_kg"] = gap
        results["category"] = class_above(gap, [10], ["not_raised", "raised"])
    return results


def free_water_deficit(given):
    """Adrogue and Madias, N Engl J Med 2000;342:1493: the share of water by sex, less from 65 years on."""
    if given["sodium"] < 140:
        raise Refused
    male, old = given["gender"] == "male", given["age"] >= 65
    share = (0.5 if old else 0.6) if male else (0.45 if old else 0.5)
    return {"free_water_deficit_l": share * given["weight"] * (given["sodium"] / 140 - 1)}


def maintenance_fluids(given):
    """Holliday and Segar, Pediatrics 1957;19:823; 4-2-1 is its rounded hourly form."""
    weight = given["weight"]
    parts = min(weight, 10), min(max(weight - 10, 0), 10), max(weight - 20, 0)
    rates = (4, 2, 1) if given["method"] == "four_two_one" else (100 / 24, 50 / 24, 20 / 24)
    hourly = sum(rate * part for rate, part in zip(rates, parts))
    return {"fluid_ml_per_hour": hourly, "fluid_ml_per_day": 24 * hourly}


CALCULATORS = {
    "anion-gap": anion_gap,
    "cholesterol-ratios": cholesterol_ratios,
    "corrected-calcium": corrected_calcium,
    "corrected-sodium": corrected_sodium,
    "delta-ratio": delta_ratio,
    "estimated-average-glucose": estimated_average_glucose,
    "free-water-deficit": free_water_deficit,
    "hba1c-conversion": hba1c_conversion,
    "homa-b": homa_b,
    "homa-ir": homa_ir,
    "ldl-cholesterol": ldl_cholesterol,
    "maintenance-fluids": maintenance_fluids,
    "non-hdl-cholesterol": non_hdl_cholesterol,
    "quicki": quicki,
    "serum-osmolality": serum_osmolality,
    "tyg-index": tyg_index,
}
