"""Reference values of the kidney family, written from the papers and guidelines and not from our code.

    python3 test/reference/kidney.py && npx biome format --write calculators/kidney/reference

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


def power(base, exponent):
    return (d(base).ln() * d(exponent)).exp()


# --- Estimated GFR (Inker 2012 and 2021, Pottel 2021, Levey 2006, Schwartz 2009) -----------------------------------
def stage(gfr):
    for name, least in [("g1", 90), ("g2", 60), ("g3a", 45), ("g3b", 30), ("g4", 15)]:
        if gfr >= least:
            return name
    return "g5"


def capped(value, exponent_below, exponent_above):
    """min(x, 1)^a · max(x, 1)^b"""
    return power(min(value, D(1)), exponent_below) * power(max(value, D(1)), exponent_above)


def creatinine_2021(woman, age, cr):
    kappa, alpha = (d(0.7), d(-0.241)) if woman else (d(0.9), d(-0.302))
    return 142 * capped(cr / kappa, alpha, d(-1.2)) * d(0.9938) ** age * (d(1.012) if woman else 1)


def combined_2021(woman, age, cr, cys):
    kappa, alpha = (d(0.7), d(-0.219)) if woman else (d(0.9), d(-0.144))
    both = capped(cr / kappa, alpha, d(-0.544)) * capped(cys / d(0.8), d(-0.323), d(-0.778))
    return 135 * both * d(0.9961) ** age * (d(0.963) if woman else 1)


def cystatin_2012(woman, age, cys):
    return 133 * capped(cys / d(0.8), d(-0.499), d(-1.328)) * d(0.996) ** age * (d(0.932) if woman else 1)


def ekfc(woman, age, cr):
    if age > 25:
        q = D(62 if woman else 80)
    else:
        one, two, three, four, five = (
            (d(3.080), d(0.177), d(0.223), d(0.00596), d("0.0000686"))
            if woman
            else (d(3.200), d(0.259), d(0.543), d(0.00763), d("0.0000790"))
        )
        q = (one + two * age - three * D(age).ln() - four * age**2 + five * age**3).exp()
    ratio = cr * d(88.4) / q
    return d(107.3) * power(ratio, d(-0.322) if ratio < 1 else d(-1.132)) * (d(0.99) ** max(0, age - 40))


for sex, age, cr, cys in itertools.product(
    ["female", "male"], [18, 40, 41, 73], ["0.6", "0.7", "0.9", "1.37", "4.2"], ["0.7", "0.8", "2.1"]
):
    woman, c, y = sex == "female", D(cr), D(cys)
    given = {"gender": sex, "age": age, "creatinine": float(cr), "cystatin_c": float(cys)}
    values = {
        "ckd_epi_2021_creatinine": creatinine_2021(woman, age, c),
        "ckd_epi_2021_creatinine_cystatin_c": combined_2021(woman, age, c, y),
        "ckd_epi_2012_cystatin_c": cystatin_2012(woman, age, y),
        "ekfc": ekfc(woman, age, c),
        "mdrd": 175 * power(c, "-1.154") * power(age, "-0.203") * (d(0.742) if woman else 1),
    }
    for method, value in values.items():
        if cys != "0.7" and method in ("ckd_epi_2021_creatinine", "ekfc", "mdrd"):
            continue
        case("egfr", {**given, "method": method}, egfr=(value, 1), gfr_category=stage(value))
for sex, age, cr in itertools.product(["female", "male"], [2, 9, 17, 25, 26], ["0.35", "0.8"]):
    value = ekfc(sex == "female", age, D(cr))
    given = {"gender": sex, "age": age, "creatinine": float(cr), "method": "ekfc"}
    case("egfr", given, egfr=(value, 1), gfr_category=stage(value))
for height, umol in [(75, 22.1), (120, 44.2), (165.5, 88.4)]:
    value = d(0.413) * d(height) / (d(umol) / d(88.4))
    given = {"gender": "male", "age": 10, "height": height, "creatinine": umol, "creatinine_unit": "µmol/L"}
    case("egfr", {**given, "method": "schwartz"}, egfr=(value, 1), gfr_category=stage(value))

# --- Categories (KDIGO 2024) -------------------------------------------------------------------------------------------
MAP = {
    "g1": ("low", "moderate", "high"),
    "g2": ("low", "moderate", "high"),
    "g3a": ("moderate", "high", "very_high"),
    "g3b": ("high", "very_high", "very_high"),
    "g4": ("very_high",) * 3,
    "g5": ("very_high",) * 3,
}
for gfr in [14.9, 15, 29.9, 30, 44.9, 45, 59.9, 60, 89.9, 90]:
    for unit, levels in [("mg/g", [29.9, 30, 300, 300.1]), ("mg/mmol", [2.9, 3, 30, 30.1])]:
        for acr, at in zip(levels, [0, 1, 1, 2], strict=True):
            name = stage(d(gfr))
            case(
                "ckd-stage",
                {"egfr": gfr, "uacr": acr, "uacr_unit": unit},
                gfr_category=name,
                albuminuria_category=f"a{at + 1}",
                risk=MAP[name][at],
            )

# --- Albumin and creatinine in one sample of urine (KDIGO 2024) --------------------------------------------------------
for albumin, (creatinine, unit) in itertools.product(
    [3, "29.9", 30, "30.1", 300, "300.1", 1234],
    [(100, "mg/dL"), (173, "mg/dL"), ("0.7", "g/L"), (1, "g/L"), (10, "mmol/L"), ("4.7", "mmol/L"), (8840, "µmol/L")],
):
    for per, albumin_unit in [(1, "mg/L"), (10, "mg/dL")]:
        mg, cr = d(albumin) * per, d(creatinine)
        if unit in ("mmol/L", "µmol/L"):
            per_mmol = mg / (cr if unit == "mmol/L" else cr / 1000)
            per_g, used, limits = per_mmol * d("8.84"), per_mmol, (3, 30)
        else:
            per_g = mg / (cr if unit == "g/L" else cr / 100)
            per_mmol, used, limits = per_g / d("8.84"), per_g, (30, 300)
        case(
            "albumin-creatinine-ratio",
            {
                "urine_albumin": float(d(albumin)),
                "urine_albumin_unit": albumin_unit,
                "urine_creatinine": float(cr),
                "urine_creatinine_unit": unit,
            },
            uacr_mg_per_g=(per_g, 1),
            uacr_mg_per_mmol=(per_mmol, 2),
            albuminuria_category="a1" if used < limits[0] else "a2" if used <= limits[1] else "a3",
        )

# --- Creatinine clearance (Cockcroft 1976) ---------------------------------------------------------------------------
for sex, age, weight, cr in itertools.product(["female", "male"], [18, 57, 91], [44.5, 103], [0.55, 1.9]):
    value = (140 - age) * d(weight) / (72 * d(cr)) * (d(0.85) if sex == "female" else 1)
    given = {"gender": sex, "age": age, "weight": weight, "creatinine": cr}
    case("creatinine-clearance", given, creatinine_clearance_ml_per_min=(value, 1))

# --- Fractional excretions (Espinel 1976, Carvounis 2002) -----------------------------------------------------------
for u_na, cr, u_cr in itertools.product([9, 34.9, 35, 70, 70.1], [1.5, 2], [50, 131]):
    value = 100 * d(u_na) * d(cr) / (140 * d(u_cr))
    name = "prerenal" if value < 1 else "indeterminate" if value <= 2 else "intrinsic"
    case(
        "fractional-sodium-excretion",
        {"sodium": 140, "urine_sodium": u_na, "creatinine": cr, "urine_creatinine": u_cr},
        fractional_sodium_excretion_percent=(value, 2),
        category=name,
    )
for u_urea, cr, u_cr in itertools.product([120, 349, 350, 500, 501], [1.5, 2], [50, 131]):
    value = 100 * d(u_urea) * d(cr) / (40 * d(u_cr))
    name = "prerenal" if value < 35 else "indeterminate" if value <= 50 else "intrinsic"
    case(
        "fractional-urea-excretion",
        {"urea_nitrogen": 40, "urine_urea_nitrogen": u_urea, "creatinine": cr, "urine_creatinine": u_cr},
        fractional_urea_excretion_percent=(value, 2),
        category=name,
    )

# --- Kidney failure (Tangri 2011 and 2016) -----------------------------------------------------------------------------
SURVIVAL = {
    ("four_variable", "north_america"): ("0.9750", "0.9240"),
    ("four_variable", "other"): ("0.9832", "0.9365"),
    ("eight_variable", "north_america"): ("0.9780", "0.9301"),
    ("eight_variable", "other"): ("0.9827", "0.9245"),
}


def failure(method, region, sex, age, gfr, acr, albumin=0, phosphate=0, bicarbonate=0, calcium=0):
    a, m = d(age) / 10 - d(7.036), (1 if sex == "male" else 0) - d(0.5642)
    g, u = d(gfr) / 5 - d(7.222), d(acr).ln() - d(5.137)
    if method == "four_variable":
        x = d(-0.2201) * a + d(0.2467) * m - d(0.5567) * g + d(0.4510) * u
    else:
        x = d(-0.1992) * a + d(0.1602) * m - d(0.4919) * g + d(0.3364) * u
        x += d(-0.3441) * (d(albumin) - d(3.997)) + d(0.2604) * (d(phosphate) - d(3.916))
        x += d(-0.07354) * (d(bicarbonate) - d(25.57)) - d(0.2228) * (d(calcium) - d(9.355))
    return [100 * (1 - power(s, x.exp())) for s in SURVIVAL[method, region]]


BLOOD = {"albumin": 3.6, "phosphate": 4.4, "bicarbonate": 22.5, "calcium": 8.9}
for method, region, sex, (age, gfr, acr) in itertools.product(
    ["four_variable", "eight_variable"],
    ["north_america", "other"],
    ["female", "male"],
    [(60, 30, 500), (45, 58.5, 12.5), (83, 14, 2900)],
):
    two, five = failure(method, region, sex, age, gfr, acr, **BLOOD)
    given = {"gender": sex, "age": age, "egfr": gfr, "uacr": acr, "region": region, "method": method}
    if method == "eight_variable":
        given.update(BLOOD)
    case("kidney-failure-risk", given, risk_2_years_percent=(two, 2), risk_5_years_percent=(five, 2))

write_cases("kidney", cases)

if __name__ == "__main__":
    # The worked examples of the calculators.
    print(creatinine_2021(True, 50, d(0.7)), creatinine_2021(False, 65, d(0.9)))
    print(failure("four_variable", "north_america", "male", 60, 30, 500))
    print(failure("four_variable", "other", "male", 60, 30, d(56.56) * d(8.84)))
    print(failure("eight_variable", "other", "female", 72, 22, 300, 3.8, 4.1, 23, 9.2))
