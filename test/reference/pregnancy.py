"""Pregnancy, written from the papers and not from our code."""

from datetime import date as Date
from datetime import timedelta
from math import erfc, exp, sqrt

from classes import class_of, exceeds
from laboratory import nearest
from refused import Refused, need


def after(day, days):
    return (Date.fromisoformat(day) + timedelta(days=days)).isoformat()


def between(first, last):
    return (Date.fromisoformat(last) - Date.fromisoformat(first)).days


# --- Due date: 280 days from the last period (Naegele), 266 from conception ---
def due_by_period(given):
    need(given["last_period"])
    cycle = given["cycle"]
    return after(given["last_period"], 280 if cycle is None else 280 + cycle - 28)


def due_by_conception(given):
    need(given["conception_date"])
    return after(given["conception_date"], 266)


def due_by_transfer(given):
    need(given["transfer_date"], given["embryo_age"])
    return after(given["transfer_date"], 266 - given["embryo_age"])


def due_by_scan(given):
    need(given["scan_date"], given["gestational_weeks"])
    return after(given["scan_date"], 280 - 7 * given["gestational_weeks"] - (given["gestational_days"] or 0))


DUE = {
    "last_period": due_by_period, "conception": due_by_conception, "embryo_transfer": due_by_transfer,
    "ultrasound": due_by_scan,
}


def redates(given):
    """ACOG Committee Opinion 700, table: a scan counts if it differs by more days than these."""
    period, scan = due_by_period(given), due_by_scan(given)
    age = 280 - between(given["scan_date"], period)
    most = 5 if age < 63 else 7 if age < 112 else 10 if age < 154 else 14 if age < 196 else 21
    return abs(between(period, scan)) > most


def due_date(given):
    method = given["method"]
    if method is None:
        if given["transfer_date"] is not None:
            method = "embryo_transfer"
        elif given["conception_date"] is not None:
            method = "conception"
        elif given["scan_date"] is not None and (given["last_period"] is None or redates(given)):
            method = "ultrasound"
        else:
            method = "last_period"
    due = DUE[method](given)
    return {
        "due_date": due,
        "equivalent_last_period": after(due, -280),
        "conception_date": after(due, -266),
        "second_trimester_from": after(due, 14 * 7 - 280),
        "third_trimester_from": after(due, 28 * 7 - 280),
        "full_term_from": after(due, 39 * 7 - 280),
    }


def gestational_age(given):
    """Trimesters and terms by completed weeks: ACOG Committee Opinion 579."""
    last, due, day = given["last_period"], given["due_date"], given["date"]
    if (last is None) == (due is None):
        raise Refused
    age = 280 - between(day, due) if last is None else between(last, day)
    if not 0 <= age <= 44 * 7:
        raise Refused
    weeks = age // 7
    names = ["preterm", "early_term", "full_term", "late_term", "post_term"]
    return {
        "gestational_age_days": age,
        "weeks": weeks,
        "days": age % 7,
        "days_to_due_date": 280 - age,
        "trimester": class_of(weeks, [14, 28], ["first", "second", "third"]),
        "term": class_of(weeks, [37, 39, 41, 42], names),
    }


def crown_rump_length(given):
    """Hadlock 1992; Robinson and Fleming 1975; Papageorghiou 2014 (INTERGROWTH-21st), 10.1002/uog.13448."""
    length, method = given["crown_rump_length"], given["method"]
    least, most = (15, 95) if method == "intergrowth_21st" else (5, 84)
    if not least <= length <= most:
        raise Refused
    if method == "hadlock":
        c = length / 10
        days = 7 * exp(1.684969 + 0.315646 * c - 0.049306 * c**2 + 0.004057 * c**3 - 0.000120456 * c**4)
    elif method == "robinson":
        days = 8.052 * sqrt(1.037 * length) + 23.73
    else:
        days = 40.9041 + 3.21585 * sqrt(length) + 0.348956 * length
    whole = int(nearest(days, 0))
    due = None if given["date"] is None else after(given["date"], 280 - whole)
    return {"gestational_age_days": days, "weeks": whole // 7, "days": whole % 7, "due_date": due}


# --- Fertile window (Wilcox 1995, 10.1056/NEJM199512073332301; Ogino 1930 and Knaus 1929), conception ---
def fertile_window(given):
    last, cycle, method = given["last_period"], given["cycle"], given["method"]
    shortest, longest = given["shortest_cycle"], given["longest_cycle"]
    if method is None:
        irregular = cycle is None and (shortest is not None or longest is not None)
        method = "ogino_knaus" if irregular else "regular"
    if method == "ogino_knaus":
        need(shortest, longest)
        if shortest > longest:
            raise Refused
        # The first day of the period is day 1 of the cycle.
        return {"fertile_from": after(last, shortest - 18 - 1), "fertile_to": after(last, longest - 11 - 1)}
    cycle = 28 if cycle is None else cycle
    ovulation = after(last, cycle - 14)
    return {
        "fertile_from": after(ovulation, -5),
        "fertile_to": ovulation,
        "ovulation_date": ovulation,
        "next_period": after(last, cycle),
    }


def conception_date(given):
    last, due, cycle = given["last_period"], given["due_date"], given["cycle"]
    if (last is None) == (due is None):
        raise Refused
    day = after(due, -266) if last is None else after(last, (28 if cycle is None else cycle) - 14)
    return {"conception_date": day, "fertile_from": after(day, -5)}


# --- Weight gain: Institute of Medicine 2009, 10.17226/12584 ---
NAMES = ["underweight", "normal", "overweight", "obesity"]
SINGLETON = {
    "underweight": ((12.5, 18), (0.51, 0.44, 0.58)),
    "normal": ((11.5, 16), (0.42, 0.35, 0.50)),
    "overweight": ((7, 11.5), (0.28, 0.23, 0.33)),
    "obesity": ((5, 9), (0.22, 0.17, 0.27)),
}
TWINS = {"normal": (17, 25), "overweight": (14, 23), "obesity": (11, 19)}


def weeks_of(given):
    weeks, days = given["gestational_weeks"], given["gestational_days"]
    if weeks is None:
        if days is not None:
            raise Refused
        return None
    return weeks + (days or 0) / 7


def gestational_weight_gain(given):
    weeks = weeks_of(given)
    bmi = given["weight"] / (given["height"] / 100) ** 2
    name = class_of(bmi, [18.5, 25, 30], NAMES)
    if given["method"] == "twins":
        if name not in TWINS:
            raise Refused
        low, high = TWINS[name]
        return {"bmi": bmi, "category": name, "total_gain_kg": {"min": low, "max": high}}
    (low, high), (mean, slow, fast) = SINGLETON[name]
    results = {
        "bmi": bmi,
        "category": name,
        "total_gain_kg": {"min": low, "max": high},
        "weekly_gain_kg": {"mean": mean, "min": slow, "max": fast},
    }
    if weeks is not None and weeks >= 13:
        # 0.5 to 2 kg in the first trimester, then the weekly gain.
        results["gain_by_now_kg"] = {"min": 0.5 + slow * (weeks - 13), "max": 2 + fast * (weeks - 13)}
    return results


def fetal_weight(given):
    """Hadlock, Am J Obstet Gynecol 1985;151:333; percentiles: Hadlock, Radiology 1991;181:129, 12.7 % deviation."""
    method, weeks = given["method"], weeks_of(given)
    b, h, a, f = (
        given[name] for name in ("biparietal_diameter", "head_circumference", "abdominal_circumference", "femur_length")
    )
    if method == "hadlock_4" or (method is None and b is not None):
        need(b)
        lg = 1.3596 - 0.00386 * a * f + 0.0064 * h + 0.00061 * b * a + 0.0424 * a + 0.174 * f
    else:
        lg = 1.326 - 0.00326 * a * f + 0.0107 * h + 0.0438 * a + 0.158 * f
    grams = 10**lg
    if weeks is None or weeks > 40:  # the standard ends there
        return {"fetal_weight_g": grams}
    if weeks < 10:
        raise Refused
    mean = exp(0.578 + 0.332 * weeks - 0.00354 * weeks**2)
    percentile = 50 * erfc(-(grams / mean - 1) / 0.127 / sqrt(2))
    size = "large" if exceeds(percentile, 90) else class_of(percentile, [10], ["small", "appropriate"])
    return {"fetal_weight_g": grams, "mean_weight_g": mean, "percentile": percentile, "category": size, "size": size}


def bishop_score(given):
    """Bishop, Obstet Gynecol 1964;24:266; favourable from 8 (ACOG)."""
    score = sum(given[name] for name in ("dilation", "effacement", "station", "consistency", "cervix_position"))
    return {"bishop_score": score, "category": "favourable" if score >= 8 else "unfavourable"}


def lactation_energy(given):
    """Institute of Medicine 2005: 500 kcal of milk less 170 of the stores for half a year, then 400 kcal."""
    milk, stores = (500, 170) if given["months"] < 6 else (400, 0)
    return {"additional_energy_kcal": milk - stores, "milk_energy_kcal": milk, "from_stores_kcal": stores}


CALCULATORS = {
    "bishop-score": bishop_score,
    "conception-date": conception_date,
    "crown-rump-length": crown_rump_length,
    "due-date": due_date,
    "fertile-window": fertile_window,
    "fetal-weight": fetal_weight,
    "gestational-age": gestational_age,
    "gestational-weight-gain": gestational_weight_gain,
    "lactation-energy": lactation_energy,
}
