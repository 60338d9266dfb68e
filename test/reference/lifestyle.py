"""Sleep, alcohol, smoking, sweat and weather, written from the papers and not from our code."""

from math import atan, exp, floor, log, sqrt

from classes import class_above, class_of, exceeds, reaches
from laboratory import nearest
from refused import Refused, need

# --- Sleep: Hirshkowitz, Sleep Health 2015;1:40, 10.1016/j.sleh.2014.12.010: the last age of a group, the recommended
# hours, and those that may be appropriate ---
SLEEP = [
    ("toddler", 2, 11, 14, 9, 16),
    ("preschooler", 5, 10, 13, 8, 14),
    ("school_child", 13, 9, 11, 7, 12),
    ("teenager", 17, 8, 10, 7, 11),
    ("young_adult", 25, 7, 9, 6, 11),
    ("adult", 64, 7, 9, 6, 10),
    ("older_adult", 999, 7, 8, 5, 9),
]
NEWBORN, INFANT = ("newborn", 0, 14, 17, 11, 19), ("infant", 0, 12, 15, 10, 18)


def sleep_duration(given):
    age, months, hours = given["age"], given["months"], given["hours"]
    if age == 0:
        need(months)
        row = NEWBORN if months <= 3 else INFANT
    else:
        if months is not None:
            raise Refused
        row = next(row for row in SLEEP if age <= row[1])
    group, _, low, high, least, most = row
    results = {
        "age_group": group,
        "recommended_hours": {"min": low, "max": high},
        "acceptable_hours": {"min": least, "max": most},
    }
    if hours is not None:
        if exceeds(hours, high):
            results["category"] = class_above(hours, [most], ["long", "too_long"])
        else:
            results["category"] = class_of(hours, [least, low], ["too_short", "short", "recommended"])
    return results


def minutes_of(time):
    return int(time[:2]) * 60 + int(time[3:])


def clock(minutes):
    whole = floor(minutes + 0.5) % 1440
    return f"{whole // 60:02d}:{whole % 60:02d}"


def sleep_cycles(given):
    wake, latency = minutes_of(given["wake_time"]), given["latency"]

    def night(cycles):
        return {"bedtime": clock(wake - 90 * cycles - latency), "sleep_hours": 1.5 * cycles}

    return {**night(given["cycles"]), "bedtimes": [{"cycles": cycles, **night(cycles)} for cycles in (6, 5, 4, 3)]}


def sleep_efficiency(given):
    asleep, in_bed = given["asleep"], given["in_bed"]
    if asleep > in_bed:
        raise Refused
    percent = 100 * asleep / in_bed
    category = class_of(percent, [85], ["low", "good"])
    return {"sleep_efficiency_percent": percent, "awake_min": in_bed - asleep, "category": category}


def sleep_debt(given):
    need_of_night, nights = given["need"], given["hours"]
    slept = sum(nights)
    return {
        "sleep_debt_hours": max(0, 7 * need_of_night - slept),
        "mean_sleep_hours": slept / 7,
        "deficit_hours": sum(max(0, need_of_night - night) for night in nights),
        "surplus_hours": sum(max(0, night - need_of_night) for night in nights),
    }


def middle_of(start, end):
    length = (minutes_of(end) - minutes_of(start)) % 1440
    if length == 0:
        raise Refused
    return minutes_of(start) + length / 2, length


def social_jet_lag(given):
    """Wittmann, Chronobiol Int 2006;23:497, 10.1080/07420520500545979."""
    work, slept_at_work = middle_of(given["work_sleep_start"], given["work_sleep_end"])
    free, slept_when_free = middle_of(given["free_sleep_start"], given["free_sleep_end"])
    # The shorter way round the clock; half a day counts as later.
    shift = min(((free - work + turn) for turn in (-2880, -1440, 0, 1440, 2880)), key=lambda way: (abs(way), -way))
    return {
        "social_jet_lag_hours": abs(shift) / 60,
        "shift": "later" if shift > 0 else "earlier" if shift < 0 else "none",
        "mid_sleep_work": clock(work),
        "mid_sleep_free": clock(free),
        "sleep_work_hours": slept_at_work / 60,
        "sleep_free_hours": slept_when_free / 60,
    }


# --- Alcohol: Watson 1981, Widmark 1932, NHTSA 1994; blood has 1.055 kg/L ---
def body_water(given, male):
    """Watson, Am J Clin Nutr 1980;33:27, 10.1093/ajcn/33.1.27."""
    age, height = given["age"], given["height"]
    if age is not None and age < 17:
        raise Refused
    need(height)
    if not male:
        return -2.097 + 0.1069 * height + 0.2466 * given["weight"]
    need(age)
    return 2.447 - 0.09516 * age + 0.1074 * height + 0.3362 * given["weight"]


def blood_alcohol(given):
    """Each method has the peak, the elimination of an hour with its range, and what a unit of its result is in g/L."""
    male, grams, hours, method = given["gender"] == "male", given["alcohol"], given["hours"], given["method"]
    own_factor, own_rate = given["widmark_factor"], given["elimination_rate"]
    if method is None:
        method = "watson" if own_factor is None else "widmark"
    if method == "watson":
        peak, rate, slow, fast, litres = 0.8 * grams / body_water(given, male), 0.15, 0.10, 0.25, 1
    elif method == "widmark":
        factor = own_factor or (0.68 if male else 0.55)
        peak, rate, slow, fast, litres = grams / (factor * given["weight"]), 0.15, 0.10, 0.25, 1.055
    else:
        water = (0.58 if male else 0.49) * given["weight"]
        peak, rate, slow, fast, litres = 0.806 * grams / water, 0.17, 0.12, 0.20, 1
    if own_rate is not None:
        rate = slow = fast = own_rate
    now, least, most = (max(0, peak - beta * hours) * litres for beta in (rate, fast, slow))
    return {
        "blood_alcohol_g_per_l": now,
        "blood_alcohol_g_per_kg": now / 1.055,
        "blood_alcohol_percent": now / 10,
        "range_g_per_l": {"min": least, "max": most},
        "hours_until_zero": now / (rate * litres),
    }


def alcohol_units(given):
    """A UK unit is 10 mL, a drink 14 g in the United States and 10 g for Australia and WHO; 0.789 g/mL."""
    volume, litres = given["volume"], given["volume_l"]
    if (volume is None) == (litres is None):
        raise Refused
    millilitres = (volume if litres is None else 1000 * litres) * given["strength"] / 100
    grams = millilitres * 0.789
    method = given["method"]
    drinks = millilitres / 10 if method == "uk" else grams / 14 if method == "us" else grams / 10
    return {"standard_drinks": drinks, "alcohol_g": grams}


def pack_years(given):
    """Screening: USPSTF, JAMA 2021;325:962, 10.1001/jama.2021.1117."""
    age, gone = given["age"], given["years_since_quitting"]
    value = given["cigarettes"] / 20 * given["years"]
    reached = reaches(value, 20)
    results = {"pack_years": value, "category": "screening_limit_reached" if reached else "below_screening_limit"}
    if age is not None and gone is not None:
        screened = reached and 50 <= age <= 80 and gone <= 15
        results["lung_cancer_screening"] = "recommended" if screened else "not_recommended"
    return results


def sweat_rate(given):
    """ACSM 2007, 10.1249/mss.0b013e31802ca597; a mole of sodium is 22.98976928 g."""
    before, after, drunk, urine = (
        given[name] for name in ("weight_before", "weight_after", "fluid_intake", "urine")
    )
    if exceeds(after + urine, before + drunk):
        raise Refused
    sweat = max(0, before - after + drunk - urine)
    percent = 100 * (before - after) / before
    results = {
        "sweat_rate_l_per_h": sweat * 60 / given["duration"],
        "sweat_loss_l": sweat,
        "dehydration_percent": percent,
    }
    if exceeds(percent, 2):
        results["category"] = "above_2_percent"
    else:
        results["category"] = class_of(percent, [0], ["weight_gained", "up_to_2_percent"])
    if given["sodium"] is not None:
        results["sodium_loss_mg"] = sweat * given["sodium"] * 22.98976928
    return results


# --- Weather ---
def fahrenheit(celsius):
    return celsius * 9 / 5 + 32


def celsius(degrees):
    return (degrees - 32) * 5 / 9


def heat_index(given):
    """The equations of the Weather Prediction Center (Rothfusz 1990, Steadman 1979), in degrees Fahrenheit."""
    t, rh = fahrenheit(given["temperature"]), given["humidity"]
    value = 0.5 * (t + 61 + (t - 68) * 1.2 + rh * 0.094)
    if reaches((value + t) / 2, 80):
        value = -42.379 + 2.04901523 * t + 10.14333127 * rh - 0.22475541 * t * rh - 0.00683783 * t * t
        value += -0.05481717 * rh * rh + 0.00122874 * t * t * rh + 0.00085282 * t * rh * rh
        value += -0.00000199 * t * t * rh * rh
        warm = reaches(t, 80)
        if rh < 13 and warm and not exceeds(t, 112):
            value -= (13 - rh) / 4 * sqrt(max(0, 17 - abs(t - 95)) / 17)
        if rh > 85 and warm and not exceeds(t, 87):
            value += (rh - 85) / 10 * ((87 - t) / 5)
    names = ["no_caution", "caution", "extreme_caution", "danger", "extreme_danger"]
    category = class_of(value, [80, 90, 103, 125], names)
    return {"heat_index_c": celsius(value), "heat_index_f": value, "category": category}


def wind_chill(given):
    """Osczevski and Bluestein 2005, 10.1175/BAMS-86-10-1453: in °C and km/h above 4.8, in °F and mph from 3."""
    t, v = given["temperature"], given["wind_speed"]
    if exceeds(t, 10):
        raise Refused
    if given["method"] == "environment_canada":
        if not exceeds(v, 4.8):
            raise Refused
        return {"wind_chill_c": 13.12 + 0.6215 * t - 11.37 * v**0.16 + 0.3965 * t * v**0.16}
    t, v = fahrenheit(t), v / 1.609344
    if not reaches(v, 3):
        raise Refused
    return {"wind_chill_c": celsius(35.74 + 0.6215 * t - 35.75 * v**0.16 + 0.4275 * t * v**0.16)}


def vapour(t, rh):
    """Pressure of the vapour in hPa: Australian Bureau of Meteorology."""
    return rh / 100 * 6.105 * exp(17.27 * t / (237.7 + t))


def dew_point_of(t, rh):
    """Alduchov and Eskridge 1996, 10.1175/1520-0450(1996)035<0601:IMFAOS>2.0.CO;2."""
    gamma = log(rh / 100) + 17.625 * t / (243.04 + t)
    return 243.04 * gamma / (17.625 - gamma)


def dew_point(given):
    return {"dew_point_c": dew_point_of(given["temperature"], given["humidity"])}


def apparent_temperature(given):
    """Steadman 1984 and 1994, with the wind in m/s."""
    t = given["temperature"]
    value = t + 0.33 * vapour(t, given["humidity"]) - 0.70 * (given["wind_speed"] * 1000 / 3600) - 4.00
    return {"apparent_temperature_c": value}


def humidex(given):
    """Masterton and Richardson 1979; degrees of comfort: Environment Canada."""
    t, rh, dew = given["temperature"], given["humidity"], given["dew_point"]
    if (rh is None) == (dew is None):
        raise Refused
    if dew is None:
        dew = dew_point_of(t, rh)
    elif exceeds(dew, t):
        raise Refused
    value = t + 0.5555 * (6.11 * exp(5417.753 * (1 / 273.16 - 1 / (273.15 + dew))) - 10)
    if exceeds(value, 45):
        category = "dangerous"
    else:
        category = class_of(value, [30, 40], ["little_discomfort", "some_discomfort", "great_discomfort"])
    return {"humidex": value, "dew_point_c": dew, "category": category}


def wet_bulb(t, rh):
    """Stull, J Appl Meteorol Climatol 2011;50:2267, 10.1175/JAMC-D-11-0143.1."""
    fitted = t * atan(0.151977 * sqrt(rh + 8.313659)) + atan(t + rh) - atan(rh - 1.676331)
    return fitted + 0.00391838 * rh**1.5 * atan(0.023101 * rh) - 4.686035


def wet_bulb_temperature(given):
    """Cold and dry air is excluded: there the fit falls while the humidity rises, between here and 99 %."""
    t, rh = given["temperature"], given["humidity"]
    if rh < 99 and wet_bulb(t, rh + 0.01) <= wet_bulb(t, rh):
        raise Refused
    while rh < 99:
        if wet_bulb(t, min(rh + 5, 99)) <= wet_bulb(t, rh):
            raise Refused
        rh += 5
    return {"wet_bulb_c": wet_bulb(t, given["humidity"])}


def wet_bulb_globe_temperature(given):
    """ISO 7243:2017; in the shade without a globe: Australian Bureau of Meteorology."""
    wet, globe, t, rh = given["wet_bulb"], given["globe"], given["temperature"], given["humidity"]
    if given["method"] == "shade":
        need(t, rh)
        return {"wbgt_c": 0.567 * t + 0.393 * vapour(t, rh) + 3.94}
    need(wet, globe)
    if given["method"] == "indoor":
        return {"wbgt_c": 0.7 * wet + 0.3 * globe}
    need(t)
    return {"wbgt_c": 0.7 * wet + 0.2 * globe + 0.1 * t}


# The breakpoints of 2024 (40 CFR 58, appendix G): the concentration is cut off after one decimal.
AIR = [
    ("hazardous", 225.5, 325.4, 301, 500),
    ("very_unhealthy", 125.5, 225.4, 201, 300),
    ("unhealthy", 55.5, 125.4, 151, 200),
    ("unhealthy_for_sensitive_groups", 35.5, 55.4, 101, 150),
    ("moderate", 9.1, 35.4, 51, 100),
    ("good", 0, 9.0, 0, 50),
]


def air_quality_index(given):
    cut = floor(nearest(10 * given["pm2_5"], 9)) / 10
    name, low, high, first, last = next(row for row in AIR if cut >= row[1])
    return {"air_quality_index": nearest((last - first) / (high - low) * (cut - low) + first, 0), "category": name}


CALCULATORS = {
    "air-quality-index": air_quality_index,
    "alcohol-units": alcohol_units,
    "apparent-temperature": apparent_temperature,
    "blood-alcohol": blood_alcohol,
    "dew-point": dew_point,
    "heat-index": heat_index,
    "humidex": humidex,
    "pack-years": pack_years,
    "sleep-cycles": sleep_cycles,
    "sleep-debt": sleep_debt,
    "sleep-duration": sleep_duration,
    "sleep-efficiency": sleep_efficiency,
    "social-jet-lag": social_jet_lag,
    "sweat-rate": sweat_rate,
    "wet-bulb-globe-temperature": wet_bulb_globe_temperature,
    "wet-bulb-temperature": wet_bulb_temperature,
    "wind-chill": wind_chill,
}
