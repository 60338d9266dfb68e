"""Strength, running, oxygen uptake, load, cycling and swimming, written from the papers and not from our code."""

from math import atan, cos, exp, log10, sin, sqrt

from classes import class_of, exceeds, reaches
from laboratory import nearest
from refused import Refused, need

POUND, MILE = 0.45359237, 1609.344


def clock(seconds):
    """h:mm:ss or m:ss."""
    minutes, second = divmod(int(nearest(seconds, 0)), 60)
    if minutes < 60:
        return f"{minutes}:{second:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}"


# --- One-repetition maximum: LeSuer, J Strength Cond Res 1997;11:211, compares the seven ---
MAXIMUM = {
    "epley": lambda r: 1 + r / 30,
    "brzycki": lambda r: 36 / (37 - r),
    "lombardi": lambda r: r**0.10,
    "mayhew": lambda r: 100 / (52.2 + 41.9 * exp(-0.055 * r)),
    "oconner": lambda r: 1 + 0.025 * r,
    "wathan": lambda r: 100 / (48.8 + 53.8 * exp(-0.075 * r)),
    "lander": lambda r: 100 / (101.3 - 2.67123 * r),
}


def one_rep_max(given):
    """A load that was lifted once is the maximum itself, whatever the equation says."""

    def times(repetitions):
        return 1 if repetitions == 1 else MAXIMUM[given["method"]](repetitions)

    factor = times(given["repetitions"])
    maximum = given["load"] * factor
    loads = [
        {"repetitions": r, "load_kg": maximum / times(r), "percent_of_one_rep_max": 100 / times(r)}
        for r in range(1, 11)
    ]
    return {"one_rep_max_kg": maximum, "percent_of_one_rep_max": 100 / factor, "loads": loads}


# --- Powerlifting points: OpenPowerlifting, IPF 2020 ---
POLYNOMIALS = {
    ("dots", "male"): (500, 40, 210, "-307.75076 24.0900756 -0.1918759221 0.0007391293 -0.0000010930"),
    ("dots", "female"): (500, 40, 150, "-57.96288 13.6175032 -0.1126655495 0.0005158568 -0.0000010706"),
    ("wilks", "male"): (
        500, 40, 201.9, "-216.0475144 16.2606339 -0.002388645 -0.00113732 0.00000701863 -0.00000001291"),
    ("wilks", "female"): (
        500, 26.51, 154.53,
        "594.31747775582 -27.23842536447 0.82112226871 -0.00930733913 0.00004731582 -0.00000009054"),
    ("wilks_2", "male"): (
        600, 40, 200.95,
        "47.46178854 8.472061379 0.07369410346 -0.001395833811 0.00000707665973070743 -0.0000000120804336482315"),
    ("wilks_2", "female"): (
        600, 40, 150.95,
        "-125.4255398 13.71219419 -0.03307250631 -0.001050400051 0.00000938773881462799 -0.000000023334613884954"),
}
POLYNOMIALS = {
    key: (scale, low, high, [float(number) for number in text.split()])
    for key, (scale, low, high, text) in POLYNOMIALS.items()
}
GOODLIFT = {
    ("male", "classic", "sbd"): (1199.72839, 1025.18162, 0.00921),
    ("male", "classic", "bench"): (320.98041, 281.40258, 0.01008),
    ("male", "equipped", "sbd"): (1236.25115, 1449.21864, 0.01644),
    ("male", "equipped", "bench"): (381.22073, 733.79378, 0.02398),
    ("female", "classic", "sbd"): (610.32796, 1045.59282, 0.03048),
    ("female", "classic", "bench"): (142.40398, 442.52671, 0.04724),
    ("female", "equipped", "sbd"): (758.63878, 949.31382, 0.02435),
    ("female", "equipped", "bench"): (221.82209, 357.00377, 0.02937),
}


def powerlifting_points(given):
    gender, weight, total, method = given["gender"], given["weight"], given["total"], given["method"]
    if method == "ipf_gl":
        a, b, c = GOODLIFT[gender, given["equipment"], given["event"]]
        return {"points": 100 * total / (a - b * exp(-c * weight))}
    scale, low, high, coefficients = POLYNOMIALS[method, gender]
    held = min(max(weight, low), high)
    return {"points": scale * total / sum(number * held**power for power, number in enumerate(coefficients))}


# Sinclair coefficients of the International Weightlifting Federation by Olympic cycle.
SINCLAIR = {
    ("2021_2024", "male"): (0.722762521, 193.609), ("2021_2024", "female"): (0.787004341, 153.757),
    ("2017_2020", "male"): (0.751945030, 175.508), ("2017_2020", "female"): (0.783497476, 153.655),
    ("2025_2028", "male"): (0.700767819, 201.159), ("2025_2028", "female"): (0.674107991, 163.918),
}


# Age factors 2019 of IWF Masters from 30 years on: Meltzer-Faber (men), Meltzer-Huebner-Faber (women).
MASTERS = {
    "male": """
1 1.016 1.031 1.046 1.059 1.072 1.083 1.096 1.109 1.122 1.135 1.149 1.162 1.176 1.189 1.203 1.218 1.233 1.248 1.263
1.279 1.297 1.316 1.338 1.361 1.385 1.411 1.437 1.462 1.488 1.514 1.541 1.568 1.598 1.629 1.663 1.699 1.738 1.779
1.823 1.867 1.91 1.953 2.004 2.06 2.117 2.181 2.255 2.336 2.419 2.504 2.597 2.702 2.831 2.981 3.153 3.352 3.58 3.843
4.145 4.493
""",
    "female": """
1 1.016 1.031 1.046 1.059 1.072 1.084 1.097 1.11 1.124 1.138 1.153 1.17 1.187 1.205 1.223 1.244 1.265 1.288 1.313
1.34 1.369 1.401 1.435 1.47 1.507 1.545 1.585 1.625 1.665 1.705 1.744 1.778 1.808 1.839 1.873 1.909 1.948 1.989
2.033 2.077 2.12 2.163 2.214 2.27 2.327 2.391 2.465 2.546 2.629 2.714
""",
}
MASTERS = {sex: [float(number) for number in text.split()] for sex, text in MASTERS.items()}


def sinclair_total(given):
    gender, age = given["gender"], given["age"]
    a, b = SINCLAIR[given["method"], gender]
    factor = 10 ** (a * log10(given["weight"] / b) ** 2) if given["weight"] < b else 1
    results = {"sinclair_total": given["total"] * factor, "sinclair_coefficient": factor}
    if age is not None:
        if age - 30 >= len(MASTERS[gender]):
            raise Refused
        results["age_coefficient"] = MASTERS[gender][age - 30]
        results["masters_total"] = results["sinclair_total"] * results["age_coefficient"]
    return results


# Age coefficients as the OpenPowerlifting project publishes them: Foster from 14, McCulloch from 41 years on.
FOSTER = dict(enumerate([1.23, 1.18, 1.13, 1.08, 1.06, 1.04, 1.03, 1.02, 1.01], start=14))
MCCULLOCH = """
1.01 1.02 1.031 1.043 1.055 1.068 1.082 1.097 1.113 1.13 1.147 1.165 1.184 1.204 1.225 1.246 1.268 1.291 1.315 1.34
1.366 1.393 1.421 1.45 1.48 1.511 1.543 1.576 1.61 1.645 1.681 1.718 1.756 1.795 1.835 1.876 1.918 1.961 2.005 2.05
2.096 2.143 2.19 2.238 2.287 2.337 2.388 2.44 2.494 2.549
"""
OF_AGE = FOSTER | dict(enumerate((float(number) for number in MCCULLOCH.split()), start=41))


def age_adjusted_total(given):
    coefficient = OF_AGE.get(given["age"], 1)
    return {"adjusted_total_kg": given["total"] * coefficient, "age_coefficient": coefficient}


# --- Strength in relation to the body: Jaric 2002; Studenski 2014 and Alley 2014 (FNIH); Sayers 1999; Lewis ---
def relative_strength(given):
    exponent = 0.67 if given["method"] == "allometric" else 1
    return {"relative_strength": given["load"] / given["weight"] ** exponent}


def grip_strength_ratio(given):
    grip, weight, male = given["grip_strength"], given["weight"], given["gender"] == "male"
    ratio = grip / (weight / (given["height"] / 100) ** 2)
    return {
        "grip_to_bmi_ratio": ratio,
        "category": class_of(ratio, [1.0 if male else 0.56], ["weak", "not_weak"]),
        "grip_category": class_of(grip, [26, 32] if male else [16, 20], ["weak", "intermediate", "normal"]),
        "grip_to_weight_ratio": grip / weight,
    }


def training_volume(given):
    count = given["sets"] * given["repetitions"]
    return {"volume_load_kg": count * given["load"], "total_repetitions": count}


def vertical_jump_power(given):
    weight, height = given["weight"], given["jump_height"]
    if given["method"] == "lewis":
        return {"average_power_w": sqrt(4.9) * weight * 9.81 * sqrt(height / 100)}
    return {"peak_power_w": 60.7 * height + 45.3 * weight - 2055}


# --- Running ---
def running_pace(given):
    distance, time, pace, speed = given["distance"], given["time"], given["pace"], given["speed"]
    if sum(value is not None for value in (distance, time, pace, speed)) != 2 or (distance is None and time is None):
        raise Refused  # any two give the third; pace and speed are the same quantity
    if pace is None and speed is not None:
        pace = 3600 / speed
    if pace is None:
        pace = time / (distance / 1000)
    elif distance is None:
        distance = time / pace * 1000
    else:
        time = pace * distance / 1000
    per_mile = pace * MILE / 1000
    return {
        "pace_per_km": clock(pace),
        "pace_per_mile": clock(per_mile),
        "pace_s_per_km": pace,
        "pace_s_per_mile": per_mile,
        "speed_kmh": 3600 / pace,
        "speed_m_per_s": 1000 / pace,
        "distance_m": distance,
        "time_s": time,
        "time": clock(time),
    }


# Daniels and Gilbert, Oxygen Power, 1979; v in m/min, t in min.
def oxygen_of(v):
    return -4.60 + 0.182258 * v + 0.000104 * v * v


def share_of(t):
    return 0.8 + 0.1894393 * exp(-0.012778 * t) + 0.2989558 * exp(-0.1932605 * t)


def vdot_of(distance, time):
    if not 800 <= distance <= 50000:
        raise Refused
    value = oxygen_of(distance / (time / 60)) / share_of(time / 60)
    if not 10 <= value <= 100:
        raise Refused
    return value


def time_of(vdot, distance):
    """Time over a distance by Newton's method: oxygen falls and the share to be held rises with the time."""
    t = distance / 200
    for _ in range(50):
        v = distance / t
        difference = oxygen_of(v) - vdot * share_of(t)
        slope = -(0.182258 + 2 * 0.000104 * v) * v / t
        slope += vdot * (0.1894393 * 0.012778 * exp(-0.012778 * t) + 0.2989558 * 0.1932605 * exp(-0.1932605 * t))
        following = t - difference / slope
        if following <= 0:
            following = t / 2
        if abs(following - t) <= 1e-14 * t:
            return 60 * following
        t = following
    return 60 * t


def race_time(given):
    """Riegel, Am Sci 1981;69:285, or Daniels and Gilbert."""
    distance, time, target = given["distance"], given["time"], given["target_distance"]
    if given["method"] == "riegel":
        predicted = time * (target / distance) ** 1.06
    else:
        if not 800 <= target <= 50000:
            raise Refused
        predicted = time_of(vdot_of(distance, time), target)
    pace = predicted / target * 1000
    return {
        "predicted_time": clock(predicted),
        "predicted_time_s": predicted,
        "predicted_pace_per_km": clock(pace),
        "predicted_pace_per_mile": clock(pace * MILE / 1000),
    }


RACES = [1500, MILE, 3000, 5000, 10000, 15000, 21097.5, 42195]
KINDS = [
    ("easy", 59, 74), ("marathon", 75, 84), ("threshold", 88, 88), ("interval", 97.5, 97.5), ("repetition", 105, 105),
]


def pace_at(oxygen):
    """Seconds a kilometre at an oxygen uptake: the quadratic equation solved for the speed."""
    v = (-0.182258 + sqrt(0.182258**2 + 4 * 0.000104 * (4.60 + oxygen))) / (2 * 0.000104)
    return 60000 / v


def vdot(given):
    value = vdot_of(given["distance"], given["time"])
    races = []
    for race in RACES:
        seconds = time_of(value, race)
        races.append({"distance_m": race, "time": clock(seconds), "time_s": seconds})
    paces = []
    for kind, low, high in KINDS:
        slow, fast = pace_at(value * low / 100), pace_at(value * high / 100)
        paces.append({
            "kind": kind,
            "from_percent": low,
            "to_percent": high,
            "slowest_per_km": clock(slow),
            "fastest_per_km": clock(fast),
            "slowest_per_mile": clock(slow * MILE / 1000),
            "fastest_per_mile": clock(fast * MILE / 1000),
            "slowest_s_per_km": slow,
            "fastest_s_per_km": fast,
        })
    return {"vdot": value, "equivalent_races": races, "training_paces": paces}


def running_economy(given):
    return {"oxygen_cost_ml_per_kg_km": given["vo2"] * 60 / given["speed"]}


# --- Maximal oxygen uptake, mL/kg/min; s is 1 for men ---
def only_uptake(value):
    return {"vo2max_ml_per_kg_min": value}


def cooper_run(given):
    """Cooper, JAMA 1968;203:201, 10.1001/jama.1968.03140030033008."""
    return only_uptake((given["distance"] - 504.9) / 44.73)


def one_and_a_half_mile_run(given):
    """ACSM; George, Med Sci Sports Exerc 1993;25:401."""
    minutes = given["time"] / 60
    if given["method"] == "acsm":
        return only_uptake(3.5 + 483 / minutes)
    need(given["gender"], given["weight"])
    s = given["gender"] == "male"
    return only_uptake(88.02 + 3.716 * s - 0.1656 * given["weight"] - 2.767 * minutes)


def rockport_walk(given):
    """Kline, Med Sci Sports Exerc 1987;19:253; weight in pounds."""
    s, pounds, minutes = given["gender"] == "male", given["weight"] / POUND, given["time"] / 60
    value = 132.853 - 0.0769 * pounds - 0.3877 * given["age"] + 6.315 * s - 3.2649 * minutes
    return only_uptake(value - 0.1565 * given["heart_rate"])


def one_mile_jog(given):
    """George, Med Sci Sports Exerc 1993;25:401: no faster than 8 minutes (men) and 9 (women)."""
    s, minutes = given["gender"] == "male", given["time"] / 60
    if minutes < (8 if s else 9):
        raise Refused
    return only_uptake(100.5 + 8.344 * s - 0.1636 * given["weight"] - 1.438 * minutes - 0.1928 * given["heart_rate"])


def queens_college_step(given):
    """McArdle, Med Sci Sports 1972;4:182."""
    rate = given["heart_rate"]
    return only_uptake(111.33 - 0.42 * rate if given["gender"] == "male" else 65.81 - 0.1847 * rate)


def heart_rate_ratio(given):
    """Uth, Eur J Appl Physiol 2004;91:111, 10.1007/s00421-003-0988-y."""
    highest, rest = given["max_heart_rate"], given["resting_heart_rate"]
    if highest <= rest:
        raise Refused
    return {"vo2max_ml_per_kg_min": 15.3 * highest / rest, "heart_rate_ratio": highest / rest}


def bruce_treadmill(given):
    """Foster, Am Heart J 1984;107:1229 (men); Pollock, Am Heart J 1982;103:363 (women)."""
    t = given["time"] / 60
    return only_uptake(14.8 - 1.379 * t + 0.451 * t * t - 0.012 * t**3 if given["gender"] == "male" else 4.38 * t - 3.9)


def beep_test(given):
    """Leger, J Sports Sci 1988;6:93, 10.1080/02640418808729800: adults count as 18; level 1 is 8.5 km/h."""
    level, speed, age = given["level"], given["speed"], min(given["age"], 18)
    if (level is None) == (speed is None):
        raise Refused
    if speed is None:
        speed = 8.5 + 0.5 * (level - 1)
    value = 31.025 + 3.238 * speed - 3.248 * age + 0.1536 * (speed * age)
    return {"vo2max_ml_per_kg_min": value, "speed_kmh": speed}


# Factors of age, on straight lines between these years: Astrand 1960.
FACTORS = [(15, 1.10), (25, 1.00), (35, 0.87), (40, 0.83), (45, 0.78), (50, 0.75), (55, 0.71), (60, 0.68), (65, 0.65)]


def age_factor(age):
    for (low, one), (high, other) in zip(FACTORS, FACTORS[1:]):
        if low <= age <= high:
            return ((high - age) * one + (age - low) * other) / (high - low)
    raise Refused


def astrand_cycle(given):
    """Astrand and Ryhming, J Appl Physiol 1954;7:218; the nomogram as equations; 1 W is 6.12 kpm/min."""
    work, rate = 6.12 * given["power"], given["heart_rate"]
    if given["gender"] == "male":
        litres = 100 * (0.00212 * work + 0.299) / (0.769 * rate - 48.5)
    else:
        litres = 100 * (0.00193 * work + 0.326) / (0.769 * rate - 56.1)
    factor = age_factor(given["age"])
    return {
        "vo2max_ml_per_kg_min": 1000 * litres * factor / given["weight"],
        "vo2max_l_per_min": litres * factor,
        "age_factor": factor,
    }


# Kaminsky, Mayo Clin Proc 2015;90:1515, table 3: percentiles 5, 10, 25, 50, 75, 90 and 95 from the twenties on.
FRIEND = {
    "male": [
        (29.0, 32.1, 40.1, 48.0, 55.2, 61.8, 66.3), (27.2, 30.2, 35.9, 42.4, 49.2, 56.5, 59.8),
        (24.2, 26.8, 31.9, 37.8, 45.0, 52.1, 55.6), (20.9, 22.8, 27.1, 32.6, 39.7, 45.6, 50.7),
        (17.4, 19.8, 23.7, 28.2, 34.5, 40.3, 43.0), (16.3, 17.1, 20.4, 24.4, 30.4, 36.6, 39.7),
    ],
    "female": [
        (21.7, 23.9, 30.5, 37.6, 44.7, 51.3, 56.0), (19.0, 20.9, 25.3, 30.2, 36.1, 41.4, 45.8),
        (17.0, 18.8, 22.1, 26.7, 32.4, 38.4, 41.7), (16.0, 17.3, 19.9, 23.4, 27.6, 32.0, 35.9),
        (13.4, 14.6, 17.2, 20.0, 23.8, 27.0, 29.4), (13.1, 13.6, 15.6, 18.3, 20.8, 23.1, 24.1),
    ],
}
FRIEND_NAMES = [
    "below_p5", "p5_to_p10", "p10_to_p25", "p25_to_p50", "p50_to_p75", "p75_to_p90", "p90_to_p95", "above_p95",
]


def predicted_vo2max(given):
    """Myers, Prog Cardiovasc Dis 2017;60:21, 10.1016/j.pcad.2017.03.002; weight in pounds."""
    gender, age, measured = given["gender"], given["age"], given["vo2max"]
    value = 79.9 - 0.39 * age - 13.7 * (gender == "female") - 0.127 * (given["weight"] / POUND)
    results = {"predicted_vo2max_ml_per_kg_min": value}
    if measured is not None:
        results["percent_of_predicted"] = 100 * measured / value
        results["percentile_band"] = class_of(measured, FRIEND[gender][age // 10 - 2], FRIEND_NAMES)
    return results


def six_minute_walk(given):
    """Enright and Sherrill, Am J Respir Crit Care Med 1998;158:1384, 10.1164/ajrccm.158.5.9710086."""
    age, weight, height, walked = given["age"], given["weight"], given["height"], given["distance"]
    if given["gender"] == "male":
        value = 7.57 * height - 5.02 * age - 1.76 * weight - 309
        limit = value - 153
    else:
        value = 2.11 * height - 2.29 * weight - 5.78 * age + 667
        limit = value - 139
    results = {"predicted_distance_m": value, "lower_limit_of_normal_m": limit}
    if walked is not None:
        results["percent_of_predicted"] = 100 * walked / value
        results["category"] = "normal" if reaches(walked, limit) else "below_normal"
    return results


def ruffier_dickson(given):
    rest, effort, recovery = (
        given[name] for name in ("resting_heart_rate", "exercise_heart_rate", "recovery_heart_rate")
    )
    ruffier, dickson = (rest + effort + recovery - 200) / 10, ((effort - 70) + 2 * (recovery - rest)) / 10
    names = ["excellent", "very_good", "good", "average", "weak", "very_weak", "poor"]
    return {
        "ruffier_index": ruffier,
        "ruffier_category": class_of(
            ruffier, [0, 5, 10, 15], ["very_good", "good", "average", "insufficient", "poor"]
        ),
        "dickson_index": dickson,
        "dickson_category": class_of(dickson, [0, 2, 4, 6, 8, 10], names),
    }


# --- Load ---
def training_impulse(given):
    """Banister 1991; Morton, J Appl Physiol 1990;69:1171; Edwards 1993."""
    method = given["method"]
    if method == "edwards" or (method is None and given["zone_minutes"] is not None):
        need(given["zone_minutes"])
        return {"training_impulse": sum(zone * minutes for zone, minutes in enumerate(given["zone_minutes"], start=1))}
    minutes, rate, rest, highest = (
        given[name] for name in ("duration", "heart_rate", "resting_heart_rate", "max_heart_rate")
    )
    need(given["gender"], minutes, rate, rest, highest)
    if highest <= rest or not rest <= rate <= highest:
        raise Refused
    x = (rate - rest) / (highest - rest)
    weight = 0.64 * exp(1.92 * x) if given["gender"] == "male" else 0.86 * exp(1.67 * x)
    return {"training_impulse": minutes * x * weight, "heart_rate_reserve_share": x}


def moving_average(loads, days):
    weight, mean = 2 / (days + 1), loads[0]
    for load in loads[1:]:
        mean = weight * load + (1 - weight) * mean
    return mean


def acute_chronic_workload(given):
    """Gabbett 2016, 10.1136/bjsports-2015-095788; moving averages: Williams 2017, 10.1136/bjsports-2016-096589."""
    acute, chronic, loads = given["acute_load"], given["chronic_load"], given["daily_loads"]
    if given["method"] == "ewma":
        need(loads)
        acute, chronic = moving_average(loads, 7), moving_average(loads, 28)
    elif loads is None:
        need(acute, chronic)
    elif acute is not None or chronic is not None:
        raise Refused
    else:
        acute, chronic = sum(loads[-7:]) / 7, sum(loads[-28:]) / 28
    if chronic <= 0:
        raise Refused
    ratio = acute / chronic
    if exceeds(ratio, 1.3):
        name = class_of(ratio, [1.5], ["elevated", "danger_zone"])
    else:
        name = class_of(ratio, [0.8], ["low", "sweet_spot"])
    return {"acute_chronic_ratio": ratio, "category": name, "mean_acute_load": acute, "mean_chronic_load": chronic}


def aerobic_decoupling(given):
    """Friel 2016, a convention."""
    first = given["first_output"] / given["first_heart_rate"]
    second = given["second_output"] / given["second_heart_rate"]
    drift = (first - second) / first * 100
    return {
        "decoupling_percent": drift,
        "category": class_of(drift, [5], ["coupled", "decoupled"]),
        "first_efficiency_factor": first,
        "second_efficiency_factor": second,
    }


ZONES = [
    ("active_recovery", 0, 55), ("endurance", 55, 75), ("tempo", 75, 90), ("threshold", 90, 105), ("vo2max", 105, 120),
    ("anaerobic", 120, 150), ("neuromuscular", 150, None),
]


def functional_threshold_power(given):
    """Allen and Coggan, Training and Racing with a Power Meter."""
    threshold = 0.95 * given["power"]
    zones = [
        {
            "zone": zone,
            "above_percent": low,
            "up_to_percent": high,
            "above_w": threshold * low / 100,
            "up_to_w": None if high is None else threshold * high / 100,
        }
        for zone, low, high in ZONES
    ]
    return {"functional_threshold_power_w": threshold, "zones": zones}


def training_stress_score(given):
    intensity = given["normalized_power"] / given["threshold_power"]
    seconds = 60 * given["duration"]
    score = seconds * given["normalized_power"] * intensity / (given["threshold_power"] * 3600) * 100
    name = "very_high" if exceeds(score, 450) else class_of(score, [150, 300], ["low", "medium", "high"])
    return {"training_stress_score": score, "category": name, "intensity_factor": intensity}


def critical_power(given):
    """Monod and Scherrer 1965; Moritani 1981: the line of work over time through all efforts."""
    efforts = []
    for number in range(1, 6):
        power, time = given[f"power_{number}"], given[f"time_{number}"]
        if power is not None or time is not None:
            need(power, time)
            efforts.append((time, power * time))
    n = len(efforts)
    times, works = sum(time for time, _ in efforts) / n, sum(work for _, work in efforts) / n
    tt = sum((time - times) ** 2 for time, _ in efforts)
    tw = sum((time - times) * (work - works) for time, work in efforts)
    ww = sum((work - works) ** 2 for _, work in efforts)
    if tt == 0:
        raise Refused
    slope = tw / tt
    constant = works - slope * times
    if slope <= 0 or constant <= 0:
        raise Refused
    results = {"critical_power_w": slope, "work_above_critical_power_j": constant}
    if n > 2:
        results["r_squared"] = 1 if ww == 0 else tw * tw / (tt * ww)
    return results


# --- Cycling and swimming ---
def cycling_power(given):
    """Martin, J Appl Biomech 1998;14:276, 10.1123/jab.14.3.276; a tailwind faster than the rider pushes."""
    v, air = given["speed"] / 3.6, (given["speed"] + given["headwind"]) / 3.6
    slope, weight = atan(given["grade"] / 100), given["weight"] * 9.81
    gravity = weight * sin(slope) * v
    rolling = weight * given["rolling_resistance"] * cos(slope) * v
    drag = 0.5 * given["air_density"] * given["drag_area"] * air * abs(air) * v
    wheel = gravity + rolling + drag
    if wheel < 0:
        raise Refused
    power = wheel / given["drivetrain_efficiency"]
    return {
        "power_w": power,
        "air_drag_w": drag,
        "rolling_resistance_w": rolling,
        "gravity_w": gravity,
        "drivetrain_loss_w": power - wheel,
    }


def critical_swim_speed(given):
    """Wakayoshi, Eur J Appl Physiol 1992;64:153."""
    metres, seconds = given["long_distance"] - given["short_distance"], given["long_time"] - given["short_time"]
    if metres <= 0 or seconds <= 0:
        raise Refused
    pace = 100 * seconds / metres
    per_yards = 0.9144 * pace
    return {
        "critical_swim_speed_m_per_s": metres / seconds,
        "pace_per_100m": clock(pace),
        "pace_s_per_100m": pace,
        "pace_per_100yd": clock(per_yards),
        "pace_s_per_100yd": per_yards,
    }


def swolf(given):
    return {"swolf": given["time"] + given["strokes"]}


def steps_to_distance(given):
    """A step of 0.415 (men) or 0.413 (women) of the height, a convention."""
    step = (0.415 if given["gender"] == "male" else 0.413) * given["height"]
    return {"distance_m": given["steps"] * step / 100, "step_length_cm": step}


CALCULATORS = {
    "acute-chronic-workload": acute_chronic_workload,
    "aerobic-decoupling": aerobic_decoupling,
    "age-adjusted-total": age_adjusted_total,
    "astrand-cycle": astrand_cycle,
    "beep-test": beep_test,
    "bruce-treadmill": bruce_treadmill,
    "cooper-run": cooper_run,
    "critical-power": critical_power,
    "critical-swim-speed": critical_swim_speed,
    "cycling-power": cycling_power,
    "functional-threshold-power": functional_threshold_power,
    "grip-strength-ratio": grip_strength_ratio,
    "heart-rate-ratio": heart_rate_ratio,
    "one-and-a-half-mile-run": one_and_a_half_mile_run,
    "one-mile-jog": one_mile_jog,
    "one-rep-max": one_rep_max,
    "powerlifting-points": powerlifting_points,
    "predicted-vo2max": predicted_vo2max,
    "queens-college-step": queens_college_step,
    "race-time": race_time,
    "relative-strength": relative_strength,
    "rockport-walk": rockport_walk,
    "ruffier-dickson": ruffier_dickson,
    "running-economy": running_economy,
    "running-pace": running_pace,
    "sinclair-total": sinclair_total,
    "six-minute-walk": six_minute_walk,
    "steps-to-distance": steps_to_distance,
    "swolf": swolf,
    "training-impulse": training_impulse,
    "training-stress-score": training_stress_score,
    "training-volume": training_volume,
    "vdot": vdot,
    "vertical-jump-power": vertical_jump_power,
}
