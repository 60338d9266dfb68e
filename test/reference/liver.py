"""Reference values of the liver family, written from the papers and not from our code.

    python3 test/reference/liver.py && npx biome format --write calculators/liver/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end. The tests compare the answers of the
calculators with them.
"""

import itertools
from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal
cases = []


def nearest(value, decimals):
    return D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP)


def case(calculator, given, **expected):
    shown = {name: float(nearest(*value)) if isinstance(value, tuple) else value for name, value in expected.items()}
    cases.append({"calculator": calculator, "input": given, "output": shown})


def d(number):
    return D(str(number))


def held(low, value, high):
    return min(max(d(value), d(low)), d(high))


# --- MELD (Kamath 2001), MELD-Na (OPTN 2016), MELD 3.0 (Kim 2021) --------------------------------------------------
def original(bilirubin, inr, creatinine, dialysis):
    cr = D(4) if dialysis else held(1, creatinine, 4)
    logs = [max(d(bilirubin), D(1)).ln(), max(d(inr), D(1)).ln(), cr.ln()]
    return d("3.78") * logs[0] + d("11.2") * logs[1] + d("9.57") * logs[2] + d("6.43")


def with_sodium(bilirubin, inr, creatinine, dialysis, sodium):
    first = nearest(original(bilirubin, inr, creatinine, dialysis), 1)
    gap = 137 - held(125, sodium, 137)
    return first + d("1.32") * gap - d("0.033") * first * gap if first > 11 else first


def third(bilirubin, inr, creatinine, dialysis, sodium, albumin, woman):
    cr = (D(3) if dialysis else held(1, creatinine, 3)).ln()
    b, i = max(d(bilirubin), D(1)).ln(), max(d(inr), D(1)).ln()
    na, alb = 137 - held(125, sodium, 137), d("3.5") - held("1.5", albumin, "3.5")
    total = d("4.56") * b + d("0.82") * na - d("0.24") * na * b + d("9.09") * i + d("11.14") * cr
    return total + d("1.85") * alb - d("1.83") * alb * cr + 6 + (d("1.33") if woman else 0)


for bilirubin, inr, cr, dialysis in itertools.product(
    [0.7, 3, 22.5], [0.9, 1.6, 4.1], [0.8, 1.4, 3.4, 4.6], [False, True]
):
    given = {"bilirubin": bilirubin, "inr": inr, "creatinine": cr, "dialysis": dialysis}
    more = {"sodium": 131, "albumin": 2.9, "gender": "female"}
    for method, score in [
        ("meld", original(bilirubin, inr, cr, dialysis)),
        ("meld_na", with_sodium(bilirubin, inr, cr, dialysis, 131)),
        ("meld_3", third(bilirubin, inr, cr, dialysis, 131, 2.9, True)),
    ]:
        whole = min(max(int(nearest(score, 0)), 6), 40)
        case("meld", {**given, **more, "method": method}, meld_score=whole, score_unrounded=(score, 1))
for sodium, albumin, sex in itertools.product([120, 125, 132.5, 137, 144], [1.2, 2.6, 3.5, 4.4], ["male", "female"]):
    score = third(2.2, 1.7, 1.9, False, sodium, albumin, sex == "female")
    given = {"bilirubin": 2.2, "inr": 1.7, "creatinine": 1.9, "sodium": sodium, "albumin": albumin, "gender": sex}
    case("meld", given, meld_score=min(max(int(nearest(score, 0)), 6), 40), score_unrounded=(score, 1))

# --- UKELD (Barber 2011) ----------------------------------------------------------------------------------------------
for bilirubin, inr, cr, sodium in itertools.product([11, 48, 310], [0.9, 1.3, 2.8], [55, 117], [126, 138]):
    score = d("5.395") * d(inr).ln() + d("1.485") * d(cr).ln() + d("3.13") * d(bilirubin).ln()
    score += 435 - d("81.565") * d(sodium).ln()
    case(
        "ukeld",
        {
            "bilirubin": bilirubin,
            "bilirubin_unit": "µmol/L",
            "inr": inr,
            "creatinine": cr,
            "creatinine_unit": "µmol/L",
            "sodium": sodium,
        },
        ukeld_score=(score, 1),
        category="listing" if score >= 49 else "below_listing",
    )

# --- Fibrosis: FIB-4 (Sterling 2006, Shah 2009, McPherson 2017), APRI (Wai 2003), NAFLD score (Angulo 2007) ---------
for age, ast, alt, platelets in [
    (31, 52, 81, 240),
    (48, 45, 60, 190),
    (52, 30, 36, 200),
    (64, 40, 64, 246),
    (65, 40, 64, 162),
    (65, 40, 64, 163),
    (80, 267, 64, 1000),
    (58, 130, 100, 232),
    (58, 129.9, 100, 232),
    (77, 93, 41, 101),
]:
    index = age * d(ast) / (platelets * d(alt).sqrt())
    given = {"age": age, "ast": ast, "alt": alt, "platelets": platelets}
    low = 2 if age >= 65 else d("1.3")
    name = "low" if index < low else "indeterminate" if index <= d("2.67") else "high"
    case("fib-4", {**given, "method": "steatotic"}, fib_4=(index, 2), category=name)
    name = "low" if index < d("1.45") else "indeterminate" if index <= d("3.25") else "high"
    case("fib-4", {**given, "method": "viral"}, fib_4=(index, 2), category=name)
for ast, limit, platelets in itertools.product([20, 40, 61, 160], [35, 40], [80, 200, 310]):
    index = 100 * D(ast) / limit / platelets
    name = "low" if index <= d("0.5") else "indeterminate" if index <= d("1.5") else "significant_fibrosis"
    name = "cirrhosis" if index > 2 else name
    given = {"ast": ast, "ast_upper_limit": limit, "platelets": platelets}
    case("apri", given, apri=(index, 2), category=name)
for age, bmi, diabetes, (ast, alt), platelets, albumin in itertools.product(
    [34, 64, 65, 79], [24.5, 36], [False, True], [(45, 60), (70, 50)], [160, 255], [3.4, 4.4]
):
    score = d("-1.675") + d("0.037") * age + d("0.094") * d(bmi) + (d("1.13") if diabetes else 0)
    score += d("0.99") * ast / alt - d("0.013") * platelets - d("0.66") * d(albumin)
    low = d("0.12") if age >= 65 else d("-1.455")
    name = "low" if score < low else "indeterminate" if score <= d("0.676") else "high"
    given = {"age": age, "bmi": bmi, "diabetes": diabetes, "ast": ast, "alt": alt}
    given.update({"platelets": platelets, "albumin": albumin})
    case("nafld-fibrosis-score", given, nafld_fibrosis_score=(score, 3), category=name)

# --- Child-Pugh (Pugh 1973) -------------------------------------------------------------------------------------------
for (bilirubin, b), (albumin, a), (inr, i), (ascites, s), (encephalopathy, e) in itertools.product(
    [(1.9, 1), (2, 2), (3, 2), (3.1, 3)],
    [(3.6, 1), (3.5, 2), (2.8, 2), (2.7, 3)],
    [(1.6, 1), (1.7, 2), (2.3, 2), (2.4, 3)],
    [("absent", 1), ("moderate", 3)],
    [("absent", 1), ("grade_1_2", 2)],
):
    total = b + a + i + s + e
    case(
        "child-pugh",
        {
            "bilirubin": bilirubin,
            "albumin": albumin,
            "inr": inr,
            "ascites": ascites,
            "encephalopathy": encephalopathy,
        },
        child_pugh_score=total,
        category="a" if total <= 6 else "b" if total <= 9 else "c",
    )

write_cases("liver", cases)
