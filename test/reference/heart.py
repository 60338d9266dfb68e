"""Heart rate and blood pressure, written from the papers and guidelines and not from our code."""

from classes import class_above, class_of, exceeds, reaches
from refused import Refused, need

# --- Highest heart rate: Tanaka, JACC 2001;37:153, 10.1016/S0735-1097(00)01054-8; Fox, Naughton and Haskell 1971;
# Gellish 2007, 10.1097/mss.0b013e31803349c6; Nes 2013, 10.1111/j.1600-0838.2012.01445.x; Gulati 2010,
# 10.1161/CIRCULATIONAHA.110.939249; Inbar 1994 ---
HIGHEST = {
    "tanaka": lambda age: 208 - 0.7 * age,
    "fox": lambda age: 220 - age,
    "gellish": lambda age: 207 - 0.7 * age,
    "gellish_nonlinear": lambda age: 192 - 0.007 * age * age,
    "nes": lambda age: 211 - 0.64 * age,
    "gulati": lambda age: 206 - 0.88 * age,
    "inbar": lambda age: 205.8 - 0.685 * age,
}


def max_heart_rate(given):
    if given["method"] == "gulati" and given["gender"] == "male":
        raise Refused  # the sample were women
    rate = HIGHEST[given["method"]](given["age"])
    return {"max_heart_rate_bpm": rate, "standard_deviation_bpm": {"min": 10, "max": 12}}


# --- Intensity: Karvonen, Ann Med Exp Biol Fenn 1957;35:307; classes of ACSM: Garber, Med Sci Sports Exerc
# 2011;43:1334, 10.1249/MSS.0b013e318213fefb ---
ACSM_NAMES = ["very_light", "light", "moderate", "vigorous", "near_maximal"]
ACSM = {"karvonen": [30, 40, 60, 90], "percent_of_max": [57, 64, 77, 96]}


def range_of(given):
    """The results about the highest rate, the method, and the rate at an intensity in percent."""
    highest, rest, method = given["max_heart_rate"], given["resting_heart_rate"], given["method"]
    source = "given"
    if highest is None:
        need(given["age"])
        highest, source = HIGHEST.get(method, HIGHEST["tanaka"])(given["age"]), "estimated"
    elif method in HIGHEST:
        raise Refused
    if rest is not None and rest >= highest:
        raise Refused
    if method not in ACSM:
        method = "percent_of_max" if rest is None else "karvonen"
    results = {"max_heart_rate_bpm": highest, "max_heart_rate_source": source}
    if rest is not None:
        results["heart_rate_reserve_bpm"] = highest - rest
    if method == "percent_of_max":
        return results, method, lambda percent: percent / 100 * highest
    need(rest)
    return results, method, lambda percent: rest + percent / 100 * (highest - rest)


def heart_rate_zones(given):
    results, method, at = range_of(given)
    names = ["very_light", "light", "moderate", "hard", "maximum"]
    results["zones"] = {
        f"zone_{number + 1}": {"intensity": name, "min_bpm": at(50 + 10 * number), "max_bpm": at(60 + 10 * number)}
        for number, name in enumerate(names)
    }
    limits = ACSM[method] + [100]
    results["acsm"] = {
        name: {"min_bpm": at(limits[number]), "max_bpm": at(limits[number + 1])}
        for number, name in enumerate(ACSM_NAMES[1:])
    }
    return results


LEVELS = {None: (50, 85), "beginner": (50, 70), "intermediate": (60, 85), "advanced": (70, 85)}


def target_heart_rate(given):
    intensity, level = given["intensity"], given["fitness_level"]
    if intensity is not None and level is not None:
        raise Refused
    results, method, at = range_of(given)
    if intensity is None:
        low, high = LEVELS[level]
        results["target_zone"] = {"min_bpm": at(low), "max_bpm": at(high)}
    else:
        results["target_heart_rate_bpm"] = at(intensity)
        results["intensity_class"] = class_of(intensity, ACSM[method], ACSM_NAMES)
    return results


def heart_rate_recovery(given):
    """Cole, N Engl J Med 1999;341:1351, 10.1056/NEJM199910283411804: a fall of 12 beats or less is abnormal."""
    fall = given["peak_heart_rate"] - given["recovery_heart_rate"]
    if fall < 0:
        raise Refused
    return {"heart_rate_recovery_bpm": fall, "category": class_above(fall, [12], ["abnormal", "normal"])}


# --- Pressures ---
def mean_and_pulse(given):
    systolic, diastolic = given["systolic"], given["diastolic"]
    if diastolic >= systolic:
        raise Refused
    return diastolic + (systolic - diastolic) / 3, systolic - diastolic


def mean_arterial_pressure(given):
    """Target of 65 mmHg: Surviving Sepsis Campaign; pulse pressure from 60 mmHg: ESH 2023."""
    mean, pulse = mean_and_pulse(given)
    return {
        "mean_arterial_pressure_mmhg": mean,
        "pulse_pressure_mmhg": pulse,
        "mean_category": class_of(mean, [65], ["below_target", "at_target"]),
        "pulse_category": class_of(pulse, [60], ["not_raised", "raised"]),
    }


def rate_pressure_product(given):
    return {"rate_pressure_product": given["heart_rate"] * given["systolic"]}


# The guidelines as rules for one of the two pressures, from the worst class to the best. ACC/AHA 2017,
# 10.1161/HYP.0000000000000065; ESC 2024, 10.1093/eurheartj/ehae178; ESH 2023.
SYSTOLIC = {
    "acc_aha_2017": [(140, "stage_2_hypertension"), (130, "stage_1_hypertension"), (120, "elevated"), (0, "normal")],
    "esc_2024": [(140, "hypertension"), (120, "elevated"), (0, "non_elevated")],
    "esh_2023": [(180, "grade_3_hypertension"), (160, "grade_2_hypertension"), (140, "grade_1_hypertension"),
                 (130, "high_normal"), (120, "normal"), (0, "optimal")],
}
DIASTOLIC = {
    "acc_aha_2017": [(90, "stage_2_hypertension"), (80, "stage_1_hypertension"), (0, "normal")],
    "esc_2024": [(90, "hypertension"), (70, "elevated"), (0, "non_elevated")],
    "esh_2023": [(110, "grade_3_hypertension"), (100, "grade_2_hypertension"), (90, "grade_1_hypertension"),
                 (85, "high_normal"), (80, "normal"), (0, "optimal")],
}


def class_in(rows, pressure):
    return next(name for bound, name in rows if reaches(pressure, bound))


def blood_pressure_category(given):
    method, systolic, diastolic = given["method"], given["systolic"], given["diastolic"]
    mean_and_pulse(given)
    ranks = [name for _, name in SYSTOLIC[method]]
    one = class_in(SYSTOLIC[method], systolic)
    other = class_in(DIASTOLIC[method], diastolic)
    if method == "acc_aha_2017":
        ranks.insert(0, "severe_hypertension")
        one = "severe_hypertension" if exceeds(systolic, 180) else one
        other = "severe_hypertension" if exceeds(diastolic, 120) else other
    results = {
        "category": min(one, other, key=ranks.index),
        "systolic_category": one,
        "diastolic_category": other,
    }
    if method == "esh_2023":
        high = reaches(systolic, 140), reaches(diastolic, 90)
        results["isolated_hypertension"] = {(True, False): "systolic", (False, True): "diastolic"}.get(high)
    return results


# --- Ankle-brachial index: Aboyans, Circulation 2012;126:2890, 10.1161/CIR.0b013e318276fbcb ---
def ankle_class(index):
    if not exceeds(index, 0.9):
        return "abnormal"
    if exceeds(index, 1.4):
        return "non_compressible"
    return class_of(index, [1], ["borderline", "normal"])


def ankle_brachial_index(given):
    arms = [rate for rate in (given["right_arm"], given["left_arm"]) if rate is not None]
    indices = {}
    for side in ("right", "left"):
        if given[side + "_ankle"] is not None:
            if not arms:
                raise Refused
            indices[side] = given[side + "_ankle"] / max(arms)
    if not indices:
        raise Refused
    lower = min(indices.values())
    results = {"ankle_brachial_index": lower, "category": ankle_class(lower)}
    for side, index in indices.items():
        results[side + "_index"] = index
        results[side + "_category"] = ankle_class(index)
    return results


def shock_index(given):
    """Allgoewer and Burri 1967; Rady 1994; modified: Liu 2012."""
    rate, method = given["heart_rate"], given["method"]
    if method == "by_age":
        need(given["age"])
        return {"shock_index": given["age"] * rate / given["systolic"]}
    if method == "modified":
        need(given["diastolic"])
        index = rate / mean_and_pulse(given)[0]
        category = "high" if exceeds(index, 1.3) else class_of(index, [0.7], ["low", "normal"])
    else:
        index = rate / given["systolic"]
        if exceeds(index, 0.7):
            category = class_of(index, [0.9], ["raised", "high"])
        else:
            category = class_of(index, [0.5], ["low", "normal"])
    return {"shock_index": index, "category": category}


CALCULATORS = {
    "ankle-brachial-index": ankle_brachial_index,
    "blood-pressure-category": blood_pressure_category,
    "heart-rate-recovery": heart_rate_recovery,
    "heart-rate-zones": heart_rate_zones,
    "max-heart-rate": max_heart_rate,
    "mean-arterial-pressure": mean_arterial_pressure,
    "rate-pressure-product": rate_pressure_product,
    "shock-index": shock_index,
    "target-heart-rate": target_heart_rate,
}
