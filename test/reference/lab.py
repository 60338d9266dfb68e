"""Reference values of the lab family, written from the papers and not from our code.

    python3 test/reference/lab.py && npx biome format --write calculators/lab/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end. The tests compare the answers of the
calculators with them.
"""

import itertools
from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal
cases = []


def printed(value, decimals):
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def case(calculator, given, **expected):
    shown = {name: printed(*value) if isinstance(value, tuple) else value for name, value in expected.items()}
    cases.append({"calculator": calculator, "input": given, "output": shown})


def d(number):
    return D(str(number))


CHOLESTEROL, TRIGLYCERIDES = d("38.67"), d("88.57")

# --- LDL (Friedewald 1972, Martin 2013, Sampson 2020); cells of Martin's table, (TG, non-HDL) -> factor --------------
CELLS = {
    (30, 90): "3.5",
    (49, 225): "3.1",
    (50, 99): "4.0",
    (88, 100): "4.9",
    (100, 145): "4.8",
    (110, 160): "4.8",
    (127, 129): "5.7",
    (163, 130): "5.8",
    (164, 189): "5.5",
    (220, 190): "5.6",
    (221, 219): "5.9",
    (292, 220): "5.6",
    (293, 95): "9.5",
    (399, 240): "5.9",
}
LDL_NAMES = [("very_high", 190), ("high", 160), ("borderline_high", 130), ("near_optimal", 100), ("optimal", 0)]
NON_HDL_NAMES = [("very_high", 220), ("high", 190), ("borderline_high", 160), ("above_desirable", 130), ("desirable", 0)]


def name_of(value, table):
    return next(name for name, least in table if value >= least)


for (tg, non_hdl), factor in CELLS.items():
    for hdl in (38, 61):
        total = non_hdl + hdl
        given = {"total_cholesterol": total, "hdl_cholesterol": hdl, "triglycerides": tg}
        vldl = D(tg) / d("8.56") + D(tg) * non_hdl / 2140 - D(tg) ** 2 / 16100
        values = {
            "friedewald": total - hdl - D(tg) / 5,
            "martin_hopkins": non_hdl - tg / D(factor),
            "sampson": total / d("0.948") - hdl / d("0.971") - vldl - d("9.44"),
        }
        for method, ldl in values.items():
            case(
                "ldl-cholesterol",
                {**given, "method": method},
                ldl_mg_per_dl=(ldl, 1),
                ldl_mmol_per_l=(ldl / CHOLESTEROL, 2),
                non_hdl_mg_per_dl=(non_hdl, 1),
                category=name_of(ldl, LDL_NAMES),
            )
for tg in (401, 800):
    ldl = 250 / d("0.948") - 40 / d("0.971") - (tg / d("8.56") + D(tg) * 210 / 2140 - D(tg) ** 2 / 16100) - d("9.44")
    given = {"total_cholesterol": 250, "hdl_cholesterol": 40, "triglycerides": tg}
    case("ldl-cholesterol", given, ldl_mg_per_dl=(ldl, 1), category=name_of(ldl, LDL_NAMES))
for non_hdl, hdl in itertools.product([90, 129.5, 130, 160, 190, 219.5, 220], [35, 72]):
    case(
        "non-hdl-cholesterol",
        {"total_cholesterol": non_hdl + hdl, "hdl_cholesterol": hdl},
        non_hdl_mg_per_dl=(d(non_hdl), 1),
        non_hdl_mmol_per_l=(d(non_hdl) / CHOLESTEROL, 2),
        category=name_of(non_hdl, NON_HDL_NAMES),
    )
for total, hdl, ldl, tg in [(210, 40, 130, 90), (195, 71, 101, 210), (301, 33, 190, 330), (160, 48, 90, 141.6)]:
    index = (d(tg) / TRIGLYCERIDES / (D(hdl) / CHOLESTEROL)).log10()
    name = "low" if index < d("0.11") else "intermediate" if index <= d("0.21") else "high"
    case(
        "cholesterol-ratios",
        {"total_cholesterol": total, "hdl_cholesterol": hdl, "ldl_cholesterol": ldl, "triglycerides": tg},
        total_to_hdl=(D(total) / hdl, 2),
        ldl_to_hdl=(D(ldl) / hdl, 2),
        triglycerides_to_hdl=(d(tg) / hdl, 2),
        atherogenic_index=(index, 3),
        category=name,
    )

# --- Glucose and insulin (Matthews 1985, Katz 2000, Simental-Mendía 2008, Nathan 2008, Hoelzel 2004) ---------------
for glucose, insulin in itertools.product([64, 81, 97.5, 260], [1.5, 5, 23.7]):
    given = {"glucose": glucose, "insulin": insulin}
    case("homa-ir", given, homa_ir=(d(glucose) * d(insulin) / 405, 2))
    case("homa-b", given, homa_b_percent=(360 * d(insulin) / (d(glucose) - 63), 1))
    case("quicki", given, quicki=(1 / (d(insulin).log10() + d(glucose).log10()), 3))
for glucose, tg in itertools.product([70, 97.5, 260], [40, 151, 900]):
    case("tyg-index", {"glucose": glucose, "triglycerides": tg}, tyg_index=((d(tg) * d(glucose) / 2).ln(), 3))
for mmol, insulin in [(4.2, 41), (7.7, 133)]:
    given = {"glucose": mmol, "glucose_unit": "mmol/L", "insulin": insulin, "insulin_unit": "pmol/L"}
    case("homa-ir", given, homa_ir=(d(mmol) * d(insulin) / 6 / d("22.5"), 2))
    case("homa-b", given, homa_b_percent=(20 * d(insulin) / 6 / (d(mmol) - d("3.5")), 1))
for percent in [4.4, 5.6, 5.7, 6.4, 6.5, 8.1, 13.3]:
    p = d(percent)
    case(
        "estimated-average-glucose",
        {"hba1c": percent},
        average_glucose_mg_per_dl=(d("28.7") * p - d("46.7"), 1),
        average_glucose_mmol_per_l=(d("1.59") * p - d("2.59"), 1),
    )
    name = "normal" if percent < 5.7 else "prediabetes" if percent < 6.5 else "diabetes"
    case("hba1c-conversion", {"hba1c": percent}, ifcc_mmol_per_mol=(d("10.93") * p - d("23.5"), 1), category=name)
for mmol in [30, 38.7, 38.8, 47.5, 47.6, 101]:
    p = d("0.09148") * d(mmol) + d("2.152")
    name = "normal" if p < d("5.7") else "prediabetes" if p < d("6.5") else "diabetes"
    case("hba1c-conversion", {"hba1c": mmol, "hba1c_unit": "mmol/mol"}, ngsp_percent=(p, 2), category=name)

# --- Calcium (Payne 1973), sodium (Katz 1973, Hillier 1999) --------------------------------------------------------
for calcium, albumin in itertools.product([6.4, 9.1, 13], [1.4, 4, 5.3]):
    value = d(calcium) + d("0.8") * (4 - d(albumin))
    given = {"calcium": calcium, "albumin": albumin}
    case(
        "corrected-calcium",
        given,
        corrected_calcium_mg_per_dl=(value, 2),
        corrected_calcium_mmol_per_l=(value / d("4.008"), 2),
    )
for sodium, glucose, (method, factor) in itertools.product(
    [118, 133.5], [100, 311, 1240], [("katz", "0.016"), ("hillier", "0.024")]
):
    value = d(sodium) + D(factor) * (glucose - 100)
    given = {"sodium": sodium, "glucose": glucose, "method": method}
    case("corrected-sodium", given, corrected_sodium_mmol_per_l=(value, 1))

# --- Anion gap (Kraut 2007, Figge 1998), delta ratio (Rastegar 2007), osmolality -------------------------------------
for chloride, bicarbonate, albumin in itertools.product([96, 104, 104.5], [8, 16.5, 24], [None, 2.4, 4.6]):
    gap = 140 - d(chloride) - d(bicarbonate)
    given = {"sodium": 140, "chloride": chloride, "bicarbonate": bicarbonate}
    expected = {"anion_gap_mmol_per_l": (gap, 1)}
    used = gap
    if albumin is not None:
        used = gap + d("2.5") * (4 - d(albumin))
        given["albumin"] = albumin
        expected["corrected_anion_gap_mmol_per_l"] = (used, 1)
    case("anion-gap", given, **expected, category="raised" if used > 12 else "not_raised")
    if bicarbonate < 24 and used > 12:
        ratio = (used - 12) / (24 - d(bicarbonate))
        names = [("high_gap_acidosis", d("0.8")), ("mixed_acidosis", d("0.4")), ("normal_gap_acidosis", 0)]
        name = "alkalosis_too" if ratio > 2 else name_of(ratio, names)
        case("delta-ratio", given, delta_ratio=(ratio, 2), anion_gap_mmol_per_l=(used, 1), category=name)
for chloride, bicarbonate in [(114, 10), (112.4, 14), (108, 14), (102, 18), (104, 20), (103.9, 20)]:
    gap = 140 - d(chloride) - d(bicarbonate)
    ratio = (gap - 12) / (24 - d(bicarbonate))
    names = [("high_gap_acidosis", d("0.8")), ("mixed_acidosis", d("0.4")), ("normal_gap_acidosis", 0)]
    name = "alkalosis_too" if ratio > 2 else name_of(ratio, names)
    given = {"sodium": 140, "chloride": chloride, "bicarbonate": bicarbonate}
    case("delta-ratio", given, delta_ratio=(ratio, 2), category=name)
for glucose, urea, measured in itertools.product([75, 412], [9, 131], [301, 340.5]):
    value = 2 * D(137) + D(glucose) / 18 + D(urea) / d("2.8")
    case(
        "serum-osmolality",
        {"sodium": 137, "glucose": glucose, "urea_nitrogen": urea, "measured_osmolality": measured},
        osmolality_mosm_per_kg=(value, 1),
        osmolal_gap_mosm_per_kg=(d(measured) - value, 1),
        category="raised" if d(measured) - value > 10 else "not_raised",
    )

# --- Free water deficit (Adrogué 2000) ------------------------------------------------------------------------------
for sex, age, weight, sodium in itertools.product(
    ["female", "male"], [18, 64, 65, 91], ["47.3", 82], [140, "146.5", 160, 187]
):
    share = d("0.5") if age < 65 else d("0.45")
    if sex == "male":
        share = d("0.6") if age < 65 else d("0.5")
    case(
        "free-water-deficit",
        {"gender": sex, "age": age, "weight": float(d(weight)), "sodium": float(d(sodium))},
        free_water_deficit_l=(share * d(weight) * (d(sodium) / 140 - 1), 2),
    )

# --- Maintenance fluids (Holliday 1957) -------------------------------------------------------------------------------
for weight in [3, 9.9, 10, 15, 20, 20.5, 42, 71]:
    w = d(weight)
    for method, (one, two, three) in {"four_two_one": (4, 2, 1), "holliday_segar": (100, 50, 20)}.items():
        amount = one * min(w, 10) + two * min(max(w - 10, 0), 10) + three * max(w - 20, 0)
        hourly = amount if method == "four_two_one" else amount / 24
        given = {"weight": weight, "method": method}
        case("maintenance-fluids", given, fluid_ml_per_hour=(hourly, 1), fluid_ml_per_day=(24 * hourly, 0))

write_cases("lab", cases)
