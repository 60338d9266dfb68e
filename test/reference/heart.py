"""Reference values of the heart family, written from the papers and guidelines and not from our code.

    python3 test/reference/heart.py && npx biome format --write calculators/heart/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end. The tests compare
the answers of the calculators with them.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal

cases = []


def printed(value, decimals):
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def case(calculator, given, **expected):
    cases.append({"calculator": calculator, "input": given, "output": shown(expected)})


def shown(expected):
    if isinstance(expected, dict):
        return {name: shown(value) for name, value in expected.items()}
    return printed(*expected) if isinstance(expected, tuple) else expected


def class_of(value, names, limits, inclusive_below=()):
    """Classes from limits (included), but for those in inclusive_below, which still belong to the class below."""
    at = 0
    for position, limit in enumerate(limits):
        limit = D(limit)
        if value > limit or (value == limit and limit not in [D(x) for x in inclusive_below]):
            at = position + 1
    return names[at]


# --- Maximum heart rate ----------------------------------------------------------------------------------------
MAXIMUM = {
    "tanaka": lambda a: 208 - D("0.7") * a,
    "fox": lambda a: D(220 - a),
    "gellish": lambda a: 207 - D("0.7") * a,
    "gellish_nonlinear": lambda a: 192 - D("0.007") * a * a,
    "nes": lambda a: 211 - D("0.64") * a,
    "gulati": lambda a: 206 - D("0.88") * a,
    "inbar": lambda a: D("205.8") - D("0.685") * a,
}
for method, equation in MAXIMUM.items():
    for age in [19, 35, 57, 74]:
        case("max-heart-rate", {"age": age, "method": method}, max_heart_rate_bpm=(equation(age), 0))

# --- Zones and target: Karvonen and percent of the maximum -------------------------------------------------------
ACSM_NAMES = ["very_light", "light", "moderate", "vigorous", "near_maximal"]
ACSM_LIMITS = {"karvonen": [30, 40, 60, 90], "percent_of_max": [57, 64, 77, 96]}


def heart_rate(method, maximum, rest, percent):
    share = D(percent) / 100
    return rest + share * (maximum - rest) if method == "karvonen" else share * maximum


for method in ["karvonen", "percent_of_max"]:
    for age, measured, rest in [(41, None, 58), (None, 193, 47), (66, None, 72.5)]:
        maximum = D(measured) if measured else MAXIMUM["tanaka"](age)
        rest_d = D(str(rest))
        given = {"resting_heart_rate": rest, "method": method}
        given.update({"age": age} if age else {"max_heart_rate": measured})
        zones = {
            f"zone_{number}": {
                "min_bpm": (heart_rate(method, maximum, rest_d, 40 + 10 * number), 0),
                "max_bpm": (heart_rate(method, maximum, rest_d, 50 + 10 * number), 0),
            }
            for number in range(1, 6)
        }
        limits = ACSM_LIMITS[method] + [100]
        acsm = {
            name: {
                "min_bpm": (heart_rate(method, maximum, rest_d, limits[at]), 0),
                "max_bpm": (heart_rate(method, maximum, rest_d, limits[at + 1]), 0),
            }
            for at, name in enumerate(ACSM_NAMES[1:])
        }
        case(
            "heart-rate-zones",
            given,
            max_heart_rate_bpm=(maximum, 0),
            heart_rate_reserve_bpm=(maximum - rest_d, 0),
            zones=zones,
            acsm=acsm,
        )
        for percent in [29.9, 30, 57, 60, 64, 89.99, 95.99]:
            intensity = class_of(D(str(percent)), ACSM_NAMES, ACSM_LIMITS[method])
            case(
                "target-heart-rate",
                {**given, "intensity": percent},
                target_heart_rate_bpm=(heart_rate(method, maximum, rest_d, str(percent)), 0),
                intensity_class=intensity,
            )
        for level, (low, high) in {"beginner": (50, 70), "intermediate": (60, 85), "advanced": (70, 85)}.items():
            zone = {
                "min_bpm": (heart_rate(method, maximum, rest_d, low), 0),
                "max_bpm": (heart_rate(method, maximum, rest_d, high), 0),
            }
            case("target-heart-rate", {**given, "fitness_level": level}, target_zone=zone)

# An equation for the highest heart rate: shares of the reserve with a resting rate, of the maximum without.
for method, equation in MAXIMUM.items():
    for age, rest in [(52, None), (37, 64)]:
        maximum, share = equation(age), "karvonen" if rest else "percent_of_max"
        given = {"age": age, "method": method, **({"resting_heart_rate": rest} if rest else {})}
        case("heart-rate-zones", given, max_heart_rate_bpm=(maximum, 0),
             zones={"zone_2": {"min_bpm": (heart_rate(share, maximum, rest, 60), 0)}},
             acsm={"vigorous": {"min_bpm": (heart_rate(share, maximum, rest, ACSM_LIMITS[share][2]), 0)}})
        case("target-heart-rate", {**given, "intensity": 72.5}, max_heart_rate_bpm=(maximum, 0),
             target_heart_rate_bpm=(heart_rate(share, maximum, rest, "72.5"), 0))

# --- Heart rate recovery: 12 beats or less is abnormal (Cole 1999) -----------------------------------------------
for peak, later in [(178, 150), (150, 138), (150, 137.9), (165, 165)]:
    fall = D(str(peak)) - D(str(later))
    given = {"peak_heart_rate": peak, "recovery_heart_rate": later}
    category = "abnormal" if fall <= 12 else "normal"
    case("heart-rate-recovery", given, heart_rate_recovery_bpm=(fall, 0), category=category)

# --- Pressures -----------------------------------------------------------------------------------------------------
for systolic, diastolic in [(128, 82), (121.5, 61.5), (141, 81.1), (90, 52.4), (211, 118)]:
    s, d = D(str(systolic)), D(str(diastolic))
    mean = d + (s - d) / 3
    case(
        "mean-arterial-pressure",
        {"systolic": systolic, "diastolic": diastolic},
        mean_arterial_pressure_mmhg=(mean, 2),
        pulse_pressure_mmhg=(s - d, 2),
        mean_category="below_target" if mean < 65 else "at_target",
        pulse_category="raised" if s - d >= 60 else "not_raised",
    )
for rate, systolic in [(70, 120), (64.5, 131.5), (171, 196.25)]:
    given = {"systolic": systolic, "heart_rate": rate}
    case("rate-pressure-product", given, rate_pressure_product=(D(str(rate)) * D(str(systolic)), 2))


# --- Blood pressure categories, each guideline's table read as rules ----------------------------------------------
def acc_aha(s, d):
    if s > 180 or d > 120:
        return "severe_hypertension"
    if s >= 140 or d >= 90:
        return "stage_2_hypertension"
    if s >= 130 or d >= 80:
        return "stage_1_hypertension"
    return "elevated" if s >= 120 else "normal"


def esc(s, d):
    if s >= 140 or d >= 90:
        return "hypertension"
    return "elevated" if s >= 120 or d >= 70 else "non_elevated"


def esh(s, d):
    for grade, (systolic, diastolic) in {3: (180, 110), 2: (160, 100), 1: (140, 90)}.items():
        if s >= systolic or d >= diastolic:
            return f"grade_{grade}_hypertension"
    if s >= 130 or d >= 85:
        return "high_normal"
    return "normal" if s >= 120 or d >= 80 else "optimal"


for method, rule in [("acc_aha_2017", acc_aha), ("esc_2024", esc), ("esh_2023", esh)]:
    for systolic in [110, 119.9, 120, 129, 130, 139.9, 140, 160, 179, 180, 181]:
        for diastolic in [60, 69.9, 70, 79, 80, 84, 85, 89.9, 90, 100]:
            given = {"systolic": systolic, "diastolic": diastolic, "method": method}
            case("blood-pressure-category", given, category=rule(systolic, diastolic))

# --- Ankle-brachial index (Aboyans 2012) ---------------------------------------------------------------------------
ABI_NAMES = ["abnormal", "borderline", "normal", "non_compressible"]
for ankle, arm in [(110, 130), (117, 130), (117.1, 130), (129.9, 130), (130, 130), (182, 130), (182.1, 130)]:
    index = D(str(ankle)) / D(arm)
    category = class_of(index, ABI_NAMES, ["0.9", "1", "1.4"], inclusive_below=["0.9", "1.4"])
    case(
        "ankle-brachial-index",
        {"left_ankle": ankle, "right_arm": arm - 4, "left_arm": arm},
        ankle_brachial_index=(index, 3),
        left_index=(index, 3),
        category=category,
        left_category=category,
    )

# --- Shock index ---------------------------------------------------------------------------------------------------
for rate, systolic in [(88, 110), (59, 120), (60, 120), (84, 120), (84.1, 120), (107.9, 120), (108, 120)]:
    index = D(str(rate)) / D(systolic)
    category = class_of(index, ["low", "normal", "raised", "high"], ["0.5", "0.7", "0.9"], inclusive_below=["0.7"])
    given = {"heart_rate": rate, "systolic": systolic}
    case("shock-index", {**given, "method": "index"}, shock_index=(index, 3), category=category)
    case("shock-index", {**given, "age": 67, "method": "by_age"}, shock_index=(67 * index, 3))
for rate, systolic, diastolic in [(104, 100, 70), (55.9, 100, 70), (56, 100, 70), (104.1, 100, 70), (93, 117, 61)]:
    mean = D(diastolic) + D(systolic - diastolic) / 3
    index = D(str(rate)) / mean
    category = class_of(index, ["low", "normal", "high"], ["0.7", "1.3"], inclusive_below=["1.3"])
    given = {"heart_rate": rate, "systolic": systolic, "diastolic": diastolic, "method": "modified"}
    case("shock-index", given, shock_index=(index, 3), category=category)

write_cases("heart", cases)
