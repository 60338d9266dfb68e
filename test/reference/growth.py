"""Reference values of the growth family, computed from the published L, M and S and from the papers, not from our code.

    python3 test/reference/growth.py && npx biome format --write calculators/growth/reference

L, M and S of single rows stand here as their bodies print them. Everything is computed with 50 digits (decimal) and
rounded half up at the end. The tests compare
the answers of the calculators with them.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal
PI = D("3.14159265358979323846264338327950288419716939937511")

cases = []


def printed(value, decimals):
    # JSON has a negative zero, which answers never contain.
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP)) + 0.0


def case(calculator, given, **expected):
    output = {name: printed(*value) if isinstance(value, tuple) else value for name, value in expected.items()}
    cases.append({"calculator": calculator, "input": given, "output": output})


def phi(z):
    """Cumulative normal distribution by the series of the error function."""
    z = D(z)
    term = total = z
    n = 1
    while abs(term) > D(10) ** -48:
        term *= z * z / (2 * n + 1)
        total += term
        n += 1
    return D("0.5") + (-z * z / 2).exp() / (2 * PI).sqrt() * total


def inverse_phi(share):
    """By bisection."""
    low, high = D(-9), D(9)
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (middle, high) if phi(middle) < share else (low, middle)
    return low


def lms(l, m, s, value):
    l, m, s = D(l), D(m), D(s)
    return ((D(str(value)) / m) ** l - 1) / (l * s) if l else (D(str(value)) / m).ln() / s


def value_at(l, m, s, z):
    l, m, s = D(l), D(m), D(s)
    return m * (1 + l * s * z) ** (1 / l) if l else m * (s * z).exp()


def restricted(l, m, s, value):
    """WHO: beyond three standard deviations in steps of the last one."""
    z = lms(l, m, s, value)
    if z > 3:
        third = value_at(l, m, s, 3)
        return 3 + (D(str(value)) - third) / (third - value_at(l, m, s, 2))
    if z < -3:
        third = value_at(l, m, s, -3)
        return -3 + (D(str(value)) - third) / (value_at(l, m, s, -2) - third)
    return z


def standing(z):
    return {"z_score": (z, 2), "percentile": (100 * phi(z), 2)}


def who_class(z, names, limits):
    """`limits` are (bound, whether the bound belongs to the class below)."""
    return names[sum(z > D(bound) if above else z >= D(bound) for bound, above in limits)]


STUNTING = ["severely_stunted", "stunted", "normal", "very_tall"], [(-3, False), (-2, False), (3, True)]
WASTING = (
    ["severely_wasted", "wasted", "normal", "risk_of_overweight", "overweight", "obesity"],
    [(-3, False), (-2, False), (1, True), (2, True), (3, True)],
)
SCHOOL = ["severe_thinness", "thinness", "normal", "overweight", "obesity"], [(-3, False), (-2, False), (1, True), (2, True)]
WEIGHT = ["severely_underweight", "underweight", "normal", "high"], [(-3, False), (-2, False), (1, True)]
HEAD = ["very_small", "small", "normal", "large", "very_large"], [(-3, False), (-2, False), (2, True), (3, True)]
ARM = ["severely_wasted", "wasted", "normal"], [(-3, False), (-2, False)]

# --- WHO 2006, girls and boys at birth (weight), and at 1826 days ------------------------------------------------
for weight in [1.5, 2.0, 2.6, 3.2322, 4.0, 5.9]:
    z = restricted("0.3809", "3.2322", "0.14171", weight)
    case("weight-for-age", {"gender": "female", "age_months": 0, "weight": weight}, category=who_class(z, *WEIGHT), **standing(z))
for weight in [1.6, 2.4, 3.9, 6.4]:
    z = restricted("0.3487", "3.3464", "0.14602", weight)
    case("weight-for-age", {"gender": "male", "age_months": 0, "weight": weight}, category=who_class(z, *WEIGHT), **standing(z))
for circumference in [29.5, 31.0, 34.4618, 37.4, 39.0]:
    z = lms(1, "34.4618", "0.03686", circumference)
    case("head-circumference-for-age", {"gender": "male", "age_months": 0, "head_circumference": circumference},
         category=who_class(z, *HEAD), **standing(z))
# The arm of boys on day 183, six months to the day from the first of January of a leap year.
for circumference in [10.4, 11.4, 12.4, 13.0, 17.5, 19.0]:
    z = restricted("0.2751", "14.2408", "0.07601", circumference)
    malnutrition = "severe" if circumference < 11.5 else "moderate" if circumference < 12.5 else "none"
    case("arm-circumference-for-age",
         {"gender": "male", "birth_date": "2024-01-01", "date": "2024-07-02", "arm_circumference": circumference},
         category=who_class(z, *ARM), acute_malnutrition=malnutrition, **standing(z))
for skinfold in [4.0, 6.2, 9.1702, 14.0, 19.0]:
    z = restricted("-0.0468", "9.1702", "0.18309", skinfold)
    case("skinfold-for-age", {"gender": "male", "birth_date": "2024-01-01", "date": "2024-07-02", "skinfold": skinfold},
         median_skinfold_mm=("9.1702", 2), **standing(z))
for skinfold in [4.1, 7.0, 12.5]:
    z = restricted("-0.3714", "7.1569", "0.17233", skinfold)
    case("skinfold-for-age",
         {"gender": "male", "birth_date": "2024-01-01", "date": "2024-07-02", "skinfold": skinfold, "method": "subscapular"},
         median_skinfold_mm=("7.1569", 2), **standing(z))
# BMI of boys on day 1826, the last day of the standards. The Reference 2007 follows.
for weight, height in [(12.5, 110), (16.0, 108.5), (18.4, 109.2), (21.9, 110), (25.0, 111.3), (33, 112)]:
    bmi = D(str(weight)) / (D(str(height)) / 100) ** 2
    z = restricted("-0.6889", "15.1917", "0.08699", bmi)
    case("bmi-for-age", {"gender": "male", "age_months": 60, "weight": weight, "height": height},
         bmi=(bmi, 2), category=who_class(z, *WASTING), **standing(z))
for weight, height in [(24, 150), (29.5, 150), (39, 150), (52, 150), (61.5, 150), (80, 150)]:
    bmi = D(str(weight)) / (D(str(height)) / 100) ** 2
    z = restricted("-1.4235", "17.7357", "0.13009", bmi)
    case("bmi-for-age", {"gender": "female", "age_months": 140, "weight": weight, "height": height},
         bmi=(bmi, 2), category=who_class(z, *SCHOOL), **standing(z))
for bmi in ["12.25", "17.7357", "31.5"]:
    z = restricted("-1.4235", "17.7357", "0.13009", D(bmi))
    case("bmi-for-age", {"gender": "female", "age_months": 140, "bmi": float(bmi)},
         bmi=(D(bmi), 2), category=who_class(z, *SCHOOL), **standing(z))
# Half way between 140 and 141 months: L, M and S are interpolated, not the z-score.
middle = [(D(a) + D(b)) / 2 for a, b in [("-1.7846", "-1.7828"), ("17.3240", "17.3752"), ("0.11379", "0.11415")]]
bmi = D("41.5") / D("1.48") ** 2
case("bmi-for-age", {"gender": "male", "age_months": 140.5, "weight": 41.5, "height": 148},
     bmi=(bmi, 2), category=who_class(restricted(*middle, bmi), *SCHOOL), **standing(restricted(*middle, bmi)))
# A boy of 400 days measured standing is 0.7 cm longer lying; on day 731 a boy measured lying is 0.7 cm shorter.
for days, date, position, shift, row in [
    (400, "2025-02-04", "standing", "0.7", ("-0.4418", "16.6571", "0.07979")),
    (400, "2025-02-04", "lying", "0", ("-0.4418", "16.6571", "0.07979")),
    (730, "2025-12-31", "lying", "0", ("-0.6473", "15.7356", "0.07771")),
    (731, "2026-01-01", "lying", "-0.7", ("-0.6187", "16.0189", "0.07785")),
    (731, "2026-01-01", "standing", "0", ("-0.6187", "16.0189", "0.07785")),
]:
    bmi = D("10.9") / ((D("80.5") + D(shift)) / 100) ** 2
    z = restricted(*row, bmi)
    case("bmi-for-age",
         {"gender": "male", "birth_date": "2024-01-01", "date": date, "weight": 10.9, "height": 80.5, "position": position},
         bmi=(bmi, 2), category=who_class(z, *WASTING), **standing(z))
for date, position, shift, m, s in [
    ("2025-02-04", "lying", "0", "77.0812", "0.03157"),
    ("2025-02-04", "standing", "0.7", "77.0812", "0.03157"),
    ("2026-01-01", "lying", "-0.7", "87.1303", "0.03508"),
]:
    z = lms(1, m, s, D("80.1") + D(shift))
    case("height-for-age",
         {"gender": "male", "birth_date": "2024-01-01", "date": date, "height": 80.1, "position": position},
         median_height_cm=(m, 2), category=who_class(z, *STUNTING), **standing(z))
for height in [125.0, 128.3, 149.2197, 171.0]:
    z = lms(1, "149.2197", "0.04546", height)
    case("height-for-age", {"gender": "female", "age_months": 140, "height": height},
         median_height_cm=("149.2197", 2), category=who_class(z, *STUNTING), **standing(z))

# --- WHO 2006, weight for length and height -----------------------------------------------------------------------
for weight in [6.0, 6.9, 8.9601, 10.1, 11.2, 13.0]:
    z = restricted("-0.3833", "8.9601", "0.09018", weight)
    case("weight-for-height", {"gender": "female", "weight": weight, "height": 74, "position": "lying"},
         median_weight_kg=("8.9601", 2), category=who_class(z, *WASTING), **standing(z))
for weight in [10.2, 12.6461, 15.3]:
    z = restricted("-0.3833", "12.6461", "0.08911", weight)
    case("weight-for-height", {"gender": "female", "weight": weight, "height": 90, "position": "standing"},
         median_weight_kg=("12.6461", 2), category=who_class(z, *WASTING), **standing(z))


# --- CDC 2000 ------------------------------------------------------------------------------------------------------
def between(first, second, share):
    return [D(a) + D(str(share)) * (D(b) - D(a)) for a, b in zip(first, second)]


def cdc_names(percentile, names, limits):
    return names[sum(percentile > D(bound) if above else percentile >= D(bound) for bound, above in limits)]


Z95 = inverse_phi(D("0.95"))


def cdc_bmi(gender, months, row, weight, height):
    bmi = D(str(weight)) / (D(str(height)) / 100) ** 2
    p95 = value_at(*row, Z95)
    if bmi <= p95:
        z = lms(*row, bmi)
        percentile = 100 * phi(z)
    else:
        y = D(str(months)) / 12
        sigma = (D("0.3728") + D("0.5196") * y - D("0.0091") * y**2 if gender == "male"
                 else D("0.8334") + D("0.3712") * y - D("0.0011") * y**2)
        percentile = 90 + 10 * phi((bmi - p95) / sigma)
        z = inverse_phi(percentile / 100)
    share = 100 * bmi / p95
    category = cdc_names(percentile, ["underweight", "healthy_weight", "overweight", "obesity"],
                         [(5, False), (85, False), (95, False)])
    grade = {}
    if category == "obesity":
        severe = 3 if share >= 140 or bmi >= 40 else 2 if share >= 120 or bmi >= 35 else 1
        grade = {"obesity_class": f"class_{severe}"}
    case("bmi-for-age",
         {"gender": gender, "age_months": months, "weight": weight, "height": height, "method": "cdc"},
         bmi=(bmi, 2), z_score=(z, 2), percentile=(percentile, 2), percent_of_95th_percentile=(share, 2),
         category=category, **grade)


BOYS = ("-2.765648008", "16.64613844", "0.120112464"), ("-2.749782197", "16.68971518", "0.120736656")
for weight in [25.1, 32.5, 37.4, 41.9, 45.5, 52.0, 60.0, 75.0]:
    cdc_bmi("male", 120.5, BOYS[0], weight, 138)
for weight in [32.5, 47.0]:
    cdc_bmi("male", 121, between(*BOYS, D("0.5")), weight, 138)
for weight in [34.0, 46.0, 60.0, 76.0, 95.0]:
    cdc_bmi("female", 150.5, ("-1.959520079", "18.42002284", "0.149783482"), weight, 155)
cdc_bmi("female", 24, ("-0.98660853", "16.42339664", "0.085451785"), 12.1, 85)

MIDDLE = [(5, False), (95, True)]
for height in [124.0, 139.5, 152.0]:
    row = ("0.505564115", "138.8234114", "0.047610108")
    z = lms(*row, height)
    case("height-for-age", {"gender": "male", "age_months": 120.5, "height": height, "method": "cdc"},
         median_height_cm=(row[1], 2), category=cdc_names(100 * phi(z), ["short", "normal", "tall"], MIDDLE), **standing(z))
row = between(("1.540390875", "71.91961673", "0.039244672"), ("1.532852892", "73.1850104", "0.03929642"), "0.5")
for height in [66.0, 72.9, 78.0]:
    z = lms(*row, height)
    case("height-for-age", {"gender": "female", "age_months": 11, "height": height, "method": "cdc"},
         median_height_cm=(row[1], 2), category=cdc_names(100 * phi(z), ["short", "normal", "tall"], MIDDLE), **standing(z))
row = between(("-0.00968493", "9.043261854", "0.10866078"), ("-0.085258", "9.366593571", "0.10765621"), "0.5")
for weight in [7.5, 9.2, 11.4]:
    z = lms(*row, weight)
    case("weight-for-age", {"gender": "female", "age_months": 11, "weight": weight, "method": "cdc"},
         median_weight_kg=(row[1], 2), category=cdc_names(100 * phi(z), ["low", "normal", "high"], MIDDLE), **standing(z))
for weight in [24.0, 33.0, 55.0]:
    row = ("-0.846872805", "33.06392318", "0.195947008")
    z = lms(*row, weight)
    case("weight-for-age", {"gender": "female", "age_months": 120.5, "weight": weight, "method": "cdc"},
         median_weight_kg=(row[1], 2), category=cdc_names(100 * phi(z), ["low", "normal", "high"], MIDDLE), **standing(z))
row = between(("-0.24163206", "44.53836794", "0.028533537"), ("-0.046673786", "44.88240562", "0.028396382"), "0.5")
for circumference in [41.9, 44.7, 47.3]:
    z = lms(*row, circumference)
    case("head-circumference-for-age",
         {"gender": "female", "age_months": 11, "head_circumference": circumference, "method": "cdc"},
         category=cdc_names(100 * phi(z), ["small", "normal", "large"], MIDDLE), **standing(z))
for position, row in [
    ("lying", ("-0.857844783", "10.6891553", "0.080099785")),
    ("standing", ("-0.839250279", "10.86657146", "0.079687207")),
]:
    for weight in [9.3, 10.7, 12.6]:
        z = lms(*row, weight)
        case("weight-for-height",
             {"gender": "female", "weight": weight, "height": 80.5, "position": position, "method": "cdc"},
             median_weight_kg=(row[1], 2), category=cdc_names(100 * phi(z), ["low", "normal", "high"], MIDDLE),
             **standing(z))

# --- The others ----------------------------------------------------------------------------------------------------
for gender, sign in [("male", 1), ("female", -1)]:
    for father, mother in [(181.5, 168.2), (166, 155)]:
        height = (D(str(father)) + D(str(mother)) + sign * 13) / 2
        case("mid-parental-height", {"gender": gender, "father_height": father, "mother_height": mother},
             mid_parental_height_cm=(height, 2),
             range_cm={"min": printed(height - D("8.5"), 2), "max": printed(height + D("8.5"), 2)})
for gender, months, height, sitting, weight in [("male", 150, 152.3, 79.1, 43.2), ("female", 129, 141.8, 74.6, 35.5)]:
    years, h, sit, w = D(months) / 12, D(str(height)), D(str(sitting)), D(str(weight))
    leg = h - sit
    if gender == "male":
        mirwald = (D("-9.236") + D("0.0002708") * leg * sit - D("0.001663") * years * leg
                   + D("0.007216") * years * sit + D("0.02292") * 100 * w / h)
        moore = D("-7.999994") + D("0.0036124") * years * h
    else:
        mirwald = (D("-9.376") + D("0.0001882") * leg * sit + D("0.0022") * years * leg + D("0.005841") * years * sit
                   - D("0.002658") * years * w + D("0.07693") * 100 * w / h)
        moore = D("-7.709133") + D("0.0042232") * years * h
    given = {"gender": gender, "age_months": months, "height": height, "sitting_height": sitting, "weight": weight}
    case("maturity-offset", given, maturity_offset_years=(mirwald, 2), peak_height_velocity_age_years=(years - mirwald, 2))
    case("maturity-offset", {**given, "method": "moore"}, maturity_offset_years=(moore, 2),
         peak_height_velocity_age_years=(years - moore, 2))
for weeks, days in [(26, 3), (33, 0), (36, 6), (41, 2)]:
    corrected = 100 - max(0, 280 - 7 * weeks - days)
    case("corrected-age",
         {"birth_date": "2025-12-31", "date": "2026-04-10", "gestational_weeks": weeks, "gestational_days": days},
         chronological_age_days=100, corrected_age_days=corrected, corrected_age_weeks=(D(corrected) / 7, 2),
         corrected_age_months=(D(corrected) / D("30.4375"), 2))
for months, kilograms in [(0, 4), (3, "5.5"), (11, "9.5"), (12, 10), (71, 18), (72, 25), (155, 43)]:
    case("child-weight-estimate", {"age_months": months}, weight_kg=(kilograms, 2))
for findings in [(0, 0, 0, 0, 0), (1, 1, 1, 0, 1), (2, 2, 1, 1, 1), (1, 2, 1, 1, 1)]:
    score = sum(findings)
    names = ["appearance", "pulse", "grimace", "activity", "respiration"]
    category = "low" if score < 4 else "moderately_abnormal" if score < 7 else "reassuring"
    case("apgar-score", dict(zip(names, findings)), apgar_score=score, category=category)

write_cases("growth", cases)
