"""Growth of children, written from the papers and from the tables of WHO and CDC, not from our code."""

from datetime import date as Date
from math import erfc, exp, floor, log, sqrt
from statistics import NormalDist

from classes import class_of, exceeds, reaches
from growth_tables import lms_at
from refused import Refused, need

DAYS_PER_MONTH = 365.25 / 12
NORMAL = NormalDist()


# --- The LMS method: Cole and Green, Stat Med 1992;11:1305, 10.1002/sim.4780111005 ---
def phi(z):
    return erfc(-z / sqrt(2)) / 2


def z_of(lms, value):
    l, m, s = lms
    return ((value / m) ** l - 1) / (l * s) if l else log(value / m) / s


def value_at(lms, z):
    l, m, s = lms
    return m * (1 + l * s * z) ** (1 / l) if l else m * exp(s * z)


def restricted(lms, value):
    """Beyond three standard deviations WHO goes on in steps of the last one (methods and development, 2006, ch. 7)."""
    z = z_of(lms, value)
    if abs(z) <= 3:
        return z
    side = 1 if z > 0 else -1
    third = value_at(lms, 3 * side)
    step = abs(third - value_at(lms, 2 * side))
    return 3 * side + (value - third) / step


def standing(z):
    return {"z_score": z, "percentile": 100 * phi(z)}


def class_by(number, rows):
    """The class of `rows`, (name, bound, above), the highest first; `above` if the bound belongs to the class below."""
    for name, bound, above in rows:
        if bound is None or (exceeds(number, bound) if above else reaches(number, bound)):
            return name
    raise AssertionError


def classes(lowest, *rows):
    return [*reversed([row if len(row) == 3 else (*row, False) for row in rows]), (lowest, None, False)]


STUNTING = classes("severely_stunted", ("stunted", -3), ("normal", -2), ("very_tall", 3, True))
WASTING = classes(
    "severely_wasted", ("wasted", -3), ("normal", -2), ("risk_of_overweight", 1, True), ("overweight", 2, True),
    ("obesity", 3, True))
SCHOOL = classes("severe_thinness", ("thinness", -3), ("normal", -2), ("overweight", 1, True), ("obesity", 2, True))
WEIGHT = classes("severely_underweight", ("underweight", -3), ("normal", -2), ("high", 1, True))
HEAD = classes("very_small", ("small", -3), ("normal", -2), ("large", 2, True), ("very_large", 3, True))
ARM = classes("severely_wasted", ("wasted", -3), ("normal", -2))


def cdc_classes(low, high):
    return classes(low, ("normal", 5), (high, 95, True))


# --- Age ---
def age_of(given):
    """Completed days, months with decimals, and completed months."""
    months, born, day = given["age_months"], given["birth_date"], given["date"]
    if months is not None:
        if born is not None or day is not None:
            raise Refused
        return floor(months * DAYS_PER_MONTH + 0.5), months, floor(months)
    need(born, day)
    born, day = Date.fromisoformat(born), Date.fromisoformat(day)
    days = (day - born).days
    if days < 0:
        raise Refused
    completed = (day.year - born.year) * 12 + day.month - born.month
    return days, days / DAYS_PER_MONTH, completed - (day.day < born.day)


# WHO 2006 goes by completed days to day 1826, and WHO 2007 by months from then on.
LAST_DAY = 1826


def who_lms(table, sex, days, months, school=None, last_month=0):
    if days <= LAST_DAY:
        return lms_at(table, sex, days)
    if school is None or months > last_month:
        raise Refused
    return lms_at(school, sex, months)


def as_measured(height, days, position):
    """WHO measures children lying before day 731 and standing from then on; lying they are 0.7 cm longer."""
    if position == "standing" and days < 731:
        return height + 0.7
    if position == "lying" and days >= 731:
        return height - 0.7
    return height


def answer(z, median_name, median, number_classes, number):
    return {**standing(z), median_name: median, "category": class_by(number, number_classes)}


def by_cdc(table, sex, place, value, median_name, names):
    lms = lms_at(table, sex, place)
    z = z_of(lms, value)
    return answer(z, median_name, lms[1], names, 100 * phi(z))


def weight_for_age(given):
    sex, weight = given["gender"], given["weight"]
    days, months, _ = age_of(given)
    if given["method"] == "cdc":
        if months > 240:
            raise Refused
        table = "cdc-infant-weight-for-age" if months < 24 else "cdc-weight-for-age"
        return by_cdc(table, sex, months, weight, "median_weight_kg", cdc_classes("low", "high"))
    lms = who_lms("who-weight-for-age", sex, days, months, "who-2007-weight-for-age", 120)
    z = restricted(lms, weight)
    return answer(z, "median_weight_kg", lms[1], WEIGHT, z)


def height_for_age(given):
    sex, height, position = given["gender"], given["height"], given["position"]
    days, months, _ = age_of(given)
    if given["method"] == "cdc":
        # CDC has lengths from birth to 35.5 months and statures from 24 to 240.
        lying = position == "lying" or months < 24
        if months > (35.5 if lying else 240):
            raise Refused
        table = "cdc-infant-length-for-age" if lying else "cdc-stature-for-age"
        return by_cdc(table, sex, months, height, "median_height_cm", cdc_classes("short", "tall"))
    lms = who_lms("who-height-for-age", sex, days, months, "who-2007-height-for-age", 228)
    z = z_of(lms, as_measured(height, days, position))
    return answer(z, "median_height_cm", lms[1], STUNTING, z)


def head_circumference_for_age(given):
    sex, head = given["gender"], given["head_circumference"]
    days, months, _ = age_of(given)
    if given["method"] == "cdc":
        names = cdc_classes("small", "large")
        return by_cdc("cdc-head-circumference-for-age", sex, months, head, "median_head_circumference_cm", names)
    lms = who_lms("who-head-circumference-for-age", sex, days, months)
    z = z_of(lms, head)
    return answer(z, "median_head_circumference_cm", lms[1], HEAD, z)


def arm_circumference_for_age(given):
    """Malnutrition from 6 to 59 months: WHO and UNICEF 2009, below 11.5 cm severe, below 12.5 cm moderate."""
    arm = given["arm_circumference"]
    days, months, completed = age_of(given)
    lms = who_lms("who-arm-circumference-for-age", given["gender"], days, months)
    z = restricted(lms, arm)
    results = answer(z, "median_arm_circumference_cm", lms[1], ARM, z)
    if 6 <= completed <= 59:
        results["acute_malnutrition"] = class_of(arm, [11.5, 12.5], ["severe", "moderate", "none"])
    return results


def skinfold_for_age(given):
    days, months, _ = age_of(given)
    lms = who_lms(f"who-{given['method']}-skinfold-for-age", given["gender"], days, months)
    return {**standing(restricted(lms, given["skinfold"])), "median_skinfold_mm": lms[1]}


def weight_for_height(given):
    sex, height, lying = given["gender"], given["height"], given["position"] == "lying"
    if given["method"] == "cdc":
        table = "cdc-weight-for-length" if lying else "cdc-weight-for-stature"
        return by_cdc(table, sex, height, given["weight"], "median_weight_kg", cdc_classes("low", "high"))
    lms = lms_at("who-weight-for-length" if lying else "who-weight-for-height", sex, height)
    z = restricted(lms, given["weight"])
    return answer(z, "median_weight_kg", lms[1], WASTING, z)


# --- BMI for age; CDC above the 95th percentile: Wei 2020 and NCHS 2022, grades of obesity: AAP 2023 ---
Z95 = NORMAL.inv_cdf(0.95)


def cdc_bmi(sex, months, bmi):
    lms = lms_at("cdc-bmi-for-age", sex, months)
    p95 = value_at(lms, Z95)
    share = 100 * bmi / p95
    if bmi <= p95:
        z = z_of(lms, bmi)
        percentile = 100 * phi(z)
    else:
        y = months / 12
        sigma = 0.3728 + 0.5196 * y - 0.0091 * y * y if sex == "male" else 0.8334 + 0.3712 * y - 0.0011 * y * y
        # The percentile is 90 + 10·Φ. z comes from the share above: in double precision the percentile is soon 100.
        above = phi(-(bmi - p95) / sigma) / 10
        z = -NORMAL.inv_cdf(above)
        percentile = 100 * (1 - above)
    category = class_of(percentile, [5, 85, 95], ["underweight", "healthy_weight", "overweight", "obesity"])
    results = {"bmi": bmi, "z_score": z, "percentile": percentile, "percent_of_95th_percentile": share}
    results["category"] = category
    if category == "obesity":
        grade = 3 if reaches(share, 140) or reaches(bmi, 40) else 2 if reaches(share, 120) or reaches(bmi, 35) else 1
        results["obesity_class"] = f"class_{grade}"
    return results


def child_bmi(given, converted):
    """The BMI that is given alone, or by weight and height, which WHO converts to its own position."""
    bmi, weight, height = given["bmi"], given["weight"], given["height"]
    if bmi is None:
        need(weight, height)
        return weight / (converted(height) / 100) ** 2
    if weight is not None or height is not None or given["position"] is not None:
        raise Refused
    return bmi


def bmi_for_age(given):
    sex, position = given["gender"], given["position"]
    days, months, _ = age_of(given)
    if given["method"] == "cdc":
        if position == "lying" or not 24 <= months <= 240.5:
            raise Refused
        return cdc_bmi(sex, months, child_bmi(given, lambda height: height))
    lms = who_lms("who-bmi-for-age", sex, days, months, "who-2007-bmi-for-age", 228)
    bmi = child_bmi(given, lambda height: as_measured(height, days, position))
    z = restricted(lms, bmi)
    return {"bmi": bmi, **standing(z), "category": class_by(z, SCHOOL if days > LAST_DAY else WASTING)}


# --- The others ---
def apgar_score(given):
    """Apgar 1953; classes: ACOG Committee Opinion 644, 2015."""
    score = sum(given[name] for name in ("appearance", "pulse", "grimace", "activity", "respiration"))
    return {"apgar_score": score, "category": class_of(score, [4, 7], ["low", "moderately_abnormal", "reassuring"])}


def child_weight_estimate(given):
    """Advanced Paediatric Life Support, fifth edition; completed months and years, to the thirteenth birthday."""
    _, _, months = age_of(given)
    years = months // 12
    if years >= 13:
        raise Refused
    return {"weight_kg": 0.5 * months + 4 if years < 1 else 2 * years + 8 if years <= 5 else 3 * years + 7}


def corrected_age(given):
    """American Academy of Pediatrics, Pediatrics 2004;114:1362: the days missing to 40 weeks do not count."""
    days = (Date.fromisoformat(given["date"]) - Date.fromisoformat(given["birth_date"])).days
    if days < 0:
        raise Refused
    early = max(0, 40 * 7 - (given["gestational_weeks"] * 7 + given["gestational_days"]))
    corrected = days - early
    return {
        "chronological_age_days": days,
        "corrected_age_days": corrected,
        "corrected_age_weeks": corrected / 7,
        "corrected_age_months": corrected / DAYS_PER_MONTH,
    }


def maturity_offset(given):
    """Mirwald, Med Sci Sports Exerc 2002;34:689; Moore, Med Sci Sports Exerc 2015;47:1755; 8 to 18 years."""
    boy, height, sitting, method = given["gender"] == "male", given["height"], given["sitting_height"], given["method"]
    _, months, _ = age_of(given)
    years = months / 12
    if not 8 <= years <= 18:
        raise Refused
    if method == "mirwald" or (method is None and sitting is not None):
        weight = given["weight"]
        need(weight, sitting)
        if sitting >= height:
            raise Refused
        leg = height - sitting
        if boy:
            offset = -9.236 + 0.0002708 * (leg * sitting) - 0.001663 * (years * leg) + 0.007216 * (years * sitting)
            offset += 0.02292 * (weight / height * 100)
        else:
            offset = -9.376 + 0.0001882 * (leg * sitting) + 0.0022 * (years * leg) + 0.005841 * (years * sitting)
            offset += -0.002658 * (years * weight) + 0.07693 * (weight / height * 100)
    elif boy:
        offset = -7.999994 + 0.0036124 * (years * height)
    else:
        offset = -7.709133 + 0.0042232 * (years * height)
    return {"maturity_offset_years": offset, "peak_height_velocity_age_years": years - offset}


def mid_parental_height(given):
    """Tanner, Arch Dis Child 1970;45:755: 13 cm between the sexes; 8.5 cm to the 3rd and the 97th percentile."""
    mean = (given["father_height"] + given["mother_height"]) / 2
    height = mean + 6.5 if given["gender"] == "male" else mean - 6.5
    return {"mid_parental_height_cm": height, "range_cm": {"min": height - 8.5, "max": height + 8.5}}


CALCULATORS = {
    "apgar-score": apgar_score,
    "arm-circumference-for-age": arm_circumference_for_age,
    "bmi-for-age": bmi_for_age,
    "child-weight-estimate": child_weight_estimate,
    "corrected-age": corrected_age,
    "head-circumference-for-age": head_circumference_for_age,
    "height-for-age": height_for_age,
    "maturity-offset": maturity_offset,
    "mid-parental-height": mid_parental_height,
    "skinfold-for-age": skinfold_for_age,
    "weight-for-age": weight_for_age,
    "weight-for-height": weight_for_height,
}
