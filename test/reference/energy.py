"""Energy and nutrition, written from the papers and not from our code."""

from math import log

from classes import class_above, class_of, exceeds, reaches
from compendium import activity_of
from refused import Refused, need


# --- Basal metabolic rate, kcal/day ---
def mifflin(male, age, weight, height):
    """Am J Clin Nutr 1990;51:241, 10.1093/ajcn/51.2.241."""
    return 10 * weight + 6.25 * height - 5 * age + (5 if male else -161)


def harris_1919(male, age, weight, height):
    """Proc Natl Acad Sci 1918;4:370, 10.1073/pnas.4.12.370."""
    if male:
        return 66.4730 + 13.7516 * weight + 5.0033 * height - 6.7550 * age
    return 655.0955 + 9.5634 * weight + 1.8496 * height - 4.6756 * age


def harris_1984(male, age, weight, height):
    """Roza and Shizgal, Am J Clin Nutr 1984;40:168."""
    if male:
        return 88.362 + 13.397 * weight + 4.799 * height - 5.677 * age
    return 447.593 + 9.247 * weight + 3.098 * height - 4.330 * age


# Schofield 1985; Henry 2005, 10.1079/PHN2005801; FAO/WHO/UNU 1985: the age below which a line holds, its slope and its
# constant.
LINES = {
    "schofield": {
        True: "3 59.512 -30.4; 10 22.706 504.3; 18 17.686 658.2; 30 15.057 692.2; 60 11.472 873.1; 999 11.711 587.7",
        False: "3 58.317 -31.1; 10 20.315 485.9; 18 13.384 692.6; 30 14.818 486.6; 60 8.126 845.6; 999 9.082 658.5",
    },
    "henry": {
        True: "3 61.0 -33.7; 10 23.3 514; 18 18.4 581; 30 16.0 545; 60 14.2 593; 70 13.0 567; 999 13.7 481",
        False: "3 58.9 -23.1; 10 20.1 507; 18 11.1 761; 30 13.1 558; 60 9.74 694; 70 10.2 572; 999 10.0 577",
    },
    "fao_who_unu_1985": {
        True: "3 60.9 -54; 10 22.7 495; 18 17.5 651; 30 15.3 679; 60 11.6 879; 999 13.5 487",
        False: "3 61.0 -51; 10 22.5 499; 18 12.2 746; 30 14.7 496; 60 8.7 829; 999 10.5 596",
    },
}
# With height: Schofield in MJ, Henry in kcal, for each kg, beyond, and for each m. For boys from 3 to 10 Henry prints
# 1.31 MJ for each m, but 74.2 kcal; 1.31 MJ are 313 kcal.
LINES["schofield_height"] = {
    True: "3 0.0007 -2.584 6.349; 10 0.082 1.736 0.545; 18 0.068 2.157 0.574; 30 0.063 2.953 -0.042; "
          "60 0.048 3.670 -0.011; 999 0.038 -3.491 4.068",
    False: "3 0.068 -1.730 4.281; 10 0.071 1.553 0.677; 18 0.035 0.837 1.948; 30 0.057 0.411 1.184; "
           "60 0.034 3.530 0.006; 999 0.033 0.074 1.917",
}
LINES["henry_height"] = {
    True: "3 28.2 -371 859; 10 15.1 306 313; 18 15.6 299 266; 30 14.4 113 313; 60 11.4 -137 541; 999 11.4 -256 541",
    False: "3 30.4 -287 703; 10 15.9 349 210; 18 9.40 462 249; 30 10.4 -282 615; 60 8.18 -11.6 502; 999 8.52 10.7 421",
}
LINES = {
    method: {
        male: [tuple(float(number) for number in line.split()) for line in text.split("; ")]
        for male, text in texts.items()
    }
    for method, texts in LINES.items()
}
OF_SIZE = {"mifflin_st_jeor": mifflin, "harris_benedict_1919": harris_1919, "harris_benedict_1984": harris_1984}
# Cunningham 1991 (Katch and McArdle) and Cunningham, Am J Clin Nutr 1980;33:2372.
OF_LEAN_MASS = {"katch_mcardle": (370, 21.6), "cunningham_1980": (500, 22)}


def lean_mass(weight, fat, lean):
    """Fat-free mass, given or calculated, never both."""
    if lean is None:
        need(weight, fat)
        return weight * (1 - fat / 100)
    if fat is not None or (weight is not None and reaches(lean, weight)):
        raise Refused
    return lean


def basal_rate(method, gender, age, weight, height, fat=None, lean=None):
    if age is not None and age < 18 and method not in LINES:
        raise Refused
    if method in OF_LEAN_MASS:
        constant, slope = OF_LEAN_MASS[method]
        return constant + slope * lean_mass(weight, fat, lean)
    need(gender, weight)
    male = gender == "male"
    if method == "owen":  # Owen, Am J Clin Nutr 1986;44:1 and 1987;46:875
        return 879 + 10.2 * weight if male else 795 + 7.18 * weight
    need(age)
    if method in LINES:
        _, slope, constant, *per_metre = next(line for line in LINES[method][male] if age < line[0])
        rate = slope * weight + constant
        if per_metre:
            need(height)
            rate += per_metre[0] * height / 100
        if method == "schofield_height":
            rate *= 1000 / 4.184
    else:
        need(height)
        rate = OF_SIZE[method](male, age, weight, height)
    return rate


def basal_metabolic_rate(given):
    fat, lean, method = given["body_fat"], given["fat_free_mass"], given["method"]
    if method is None:
        method = "mifflin_st_jeor" if fat is None and lean is None else "katch_mcardle"
    person = (given[name] for name in ("gender", "age", "weight", "height"))
    return {"bmr": basal_rate(method, *person, fat, lean)}


# --- A day's expenditure, and what to eat. The multipliers are a convention of textbooks ---
MULTIPLIERS = {
    "sedentary": 1.2, "lightly_active": 1.375, "moderately_active": 1.55, "very_active": 1.725, "extra_active": 1.9,
}


def tdee(given):
    fat, method = given["body_fat"], given["method"]
    if method is None:
        method = "mifflin_st_jeor" if fat is None else "katch_mcardle"
    bmr = basal_rate(method, *(given[name] for name in ("gender", "age", "weight", "height")), fat)
    level, factor = given["activity_level"], given["activity_factor"]
    if (level is None) == (factor is None):
        raise Refused
    factor = MULTIPLIERS[level] if factor is None else factor
    return {"tdee": bmr * factor, "bmr": bmr, "activity_multiplier": factor}


def is_underweight(weight, height):
    return not reaches(weight / (height / 100) ** 2, 18.5)


def intake_class(gender, kcal):
    """AHA/ACC/TOS 2013: at least 1500 kcal for men and 1200 kcal for women."""
    return class_of(kcal, [1500 if gender == "male" else 1200], ["below_minimum", "sufficient"])


def calorie_target(given):
    goal = given["goal"]
    if goal == "weight_loss" and is_underweight(given["weight"], given["height"]):
        raise Refused
    results = tdee(given)
    change = {"weight_loss": -500, "maintenance": 0, "weight_gain": 500}[goal]
    target = results["tdee"] + change
    intake = intake_class(given["gender"], target)
    return {**results, "calorie_target": target, "energy_change_kcal": change, "intake": intake}


def energy_of_day(given):
    """The energy that is given, or the expenditure by Mifflin and the activity level."""
    energy, level = given["energy"], given["activity_level"]
    if energy is not None:
        if level is not None:
            raise Refused
        return energy
    person = [given[name] for name in ("gender", "age", "weight", "height")]
    need(level, *person)
    return basal_rate("mifflin_st_jeor", *person) * MULTIPLIERS[level]


# --- Estimated energy requirement: NASEM 2023, 10.17226/26818, and IOM 2005, 10.17226/10490 ---
LEVELS = ["inactive", "low_active", "active", "highly_active"]
NASEM = {
    "man": (-10.83, [(753.07, 6.50, 14.10), (581.47, 8.30, 14.94), (1004.82, 6.52, 15.91), (-517.88, 15.61, 19.11)]),
    "woman": (-7.01, [(584.90, 5.72, 11.71), (575.77, 6.60, 12.14), (710.25, 6.54, 12.34), (511.83, 9.07, 12.56)]),
    "boy": (3.68, [(-447.51, 13.01, 13.15), (19.12, 8.62, 20.28), (-388.19, 12.66, 20.46), (-671.75, 15.38, 23.25)]),
    "girl": (-22.25, [(55.59, 8.43, 17.07), (-297.54, 12.77, 14.73), (-189.55, 11.74, 18.34), (-709.59, 18.22, 14.25)]),
}
PA = {
    "man": [1.00, 1.11, 1.25, 1.48], "woman": [1.00, 1.12, 1.27, 1.45],
    "boy": [1.00, 1.13, 1.26, 1.42], "girl": [1.00, 1.16, 1.31, 1.56],
}


def growth_2023(boy, age):
    """Energy that growth takes, kcal/day."""
    if age == 3:
        return 20 if boy else 15
    if age <= 8:
        return 15
    if age <= 13:
        return 25 if boy else 30
    return 20


def of_infant(given):
    """Below three years: NASEM by weight, height and age, IOM by weight alone; both with the energy of growth."""
    months, weight, male = given["age_months"], given["weight"], given["gender"] == "male"
    if given["method"] == "iom_2005":
        return 89 * weight - 100 + (175 if months < 4 else 56 if months < 7 else 22 if months < 13 else 20)
    if male:
        spent = -716.45 - 1.00 * months / 12 + 17.82 * given["height"] + 15.06 * weight
        return spent + (200 if months < 3 else 50 if months < 6 else 20)
    spent = -69.15 + 80.0 * months / 12 + 2.65 * given["height"] + 54.15 * weight
    return spent + (180 if months < 3 else 60 if months < 6 else 20 if months < 12 else 15)


def of_years(given):
    """From three years on, and the physical activity coefficient of IOM."""
    age, weight, height, male = given["age"], given["weight"], given["height"], given["gender"] == "male"
    need(age, given["activity_level"])
    level = LEVELS.index(given["activity_level"])
    grown = age >= 19
    who = ("man" if male else "woman") if grown else "boy" if male else "girl"
    if given["method"] == "nasem_2023":
        per_year, planes = NASEM[who]
        constant, per_cm, per_kg = planes[level]
        growth = 0 if grown else growth_2023(male, age)
        return constant + per_year * age + per_cm * height + per_kg * weight + growth, None
    activity, metres = PA[who][level], height / 100
    if who == "man":
        return 662 - 9.53 * age + activity * (15.91 * weight + 539.6 * metres), activity
    if who == "woman":
        return 354 - 6.91 * age + activity * (9.36 * weight + 726 * metres), activity
    growth = 20 if age <= 8 else 25
    if who == "boy":
        return 88.5 - 61.9 * age + activity * (26.7 * weight + 903 * metres) + growth, activity
    return 135.3 - 30.8 * age + activity * (10.0 * weight + 934 * metres) + growth, activity


# NASEM 2023 from the second trimester on: constant, for each cm, for each kg.
PREGNANT = [(1131.20, 0.34, 12.15), (693.35, 5.73, 10.20), (-223.84, 13.23, 8.15), (-779.72, 18.45, 8.73)]


def of_mother(given, eer):
    """With the energy of a pregnancy from 14 weeks on, or of milk."""
    age, nasem = given["age"], given["method"] == "nasem_2023"
    if given["gender"] == "male" or age < 14:
        raise Refused
    if given["condition"] == "lactating":
        need(given["months_since_birth"])
        milk = (540 - 140, 380) if nasem else (500 - 170, 400)
        return eer + milk[given["months_since_birth"] >= 6]
    weeks = given["gestational_weeks"]
    need(weeks)
    if weeks < 14:
        return eer
    if not nasem:
        return eer + (340 if weeks < 28 else 452)
    need(given["pre_pregnancy_weight"])
    bmi = given["pre_pregnancy_weight"] / (given["height"] / 100) ** 2
    stored = class_of(bmi, [18.5, 25, 30], [300, 200, 150, -50])
    constant, per_cm, per_kg = PREGNANT[LEVELS.index(given["activity_level"])]
    return constant - 2.04 * age + per_cm * given["height"] + per_kg * given["weight"] + 9.16 * weeks + stored


def estimated_energy_requirement(given):
    condition, activity = given["condition"], None
    if condition != "pregnant" and (given["gestational_weeks"], given["pre_pregnancy_weight"]) != (None, None):
        raise Refused
    if condition != "lactating" and given["months_since_birth"] is not None:
        raise Refused
    if given["age_months"] is not None:
        if given["age"] is not None or condition is not None:
            raise Refused
        eer = of_infant(given)
    else:
        eer, activity = of_years(given)
        if condition is not None:
            eer = of_mother(given, eer)
    return {"eer": eer, "physical_activity_coefficient": activity}


# --- Weight change: Hall, Lancet 2011;378:826, 10.1016/S0140-6736(11)60812-X: 24 kcal a day for each kg, half of it in
# a year; or 7700 kcal for each kg ---
def change_after(method, kcal, days):
    return kcal / 24 * (1 - 2 ** (-days / 365)) if method == "hall" else kcal * days / 7700


def weight_change_plan(given):
    weight, method, kcal, days = given["weight"], given["method"], given["energy_change"], given["days"]
    if given["target_weight"] is None:
        need(kcal, days)
        change = change_after(method, kcal, days)
    else:
        change = given["target_weight"] - weight
        if kcal is None:
            need(days)
            kcal = change / change_after(method, 1, days)
            if exceeds(abs(kcal), 2000):
                raise Refused
        elif days is not None:
            raise Refused
        else:
            days = 365 * -log(1 - change * 24 / kcal) / log(2) if method == "hall" else change * 7700 / kcal
            if not 0 <= days <= 3650:
                raise Refused
    final = weight + change
    if change < 0 and is_underweight(final, given["height"]):
        raise Refused
    results = {
        "energy_change_kcal": kcal,
        "days": days,
        "weight_change_kg": change,
        "final_weight_kg": final,
        "final_bmi": final / (given["height"] / 100) ** 2,
        "first_week_percent": change_after(method, kcal, 7) / weight * 100,
    }
    if method == "hall":
        results["eventual_weight_change_kg"] = kcal / 24
    if given["energy"] is not None:
        eaten = given["energy"] + kcal
        results["energy_kcal"] = eaten
        if given["gender"] is not None:
            results["intake"] = intake_class(given["gender"], eaten)
    return results


# --- Nutrients: Atwater 4, 4, 9 and 7 kcal/g, fibre 2 (EU 1169/2011); ranges of IOM 2005 ---
AMDR = {"carbohydrate": (45, 65, 4), "fat": (20, 35, 9), "protein": (10, 35, 4)}


def grams_of(kcal, percent, kcal_per_gram):
    return kcal * (percent / 100) / kcal_per_gram


def amdr_grams(kcal, nutrient):
    low, high, kcal_per_gram = AMDR[nutrient]
    return {"min": grams_of(kcal, low, kcal_per_gram), "max": grams_of(kcal, high, kcal_per_gram)}


def macronutrients(given):
    names = list(AMDR)
    shares = [given[name + "_share"] for name in names]
    known = [share for share in shares if share is not None]
    method = given["method"] or ("custom" if known else "balanced")
    if method != "custom":
        if known:
            raise Refused
        shares = [50, 30, 20] if method == "balanced" else [5, 75, 20]
    else:
        rest = round(100 - sum(known), 10)
        if len(known) < 2 or rest < 0 or (len(known) == 3 and rest):
            raise Refused
        shares = [rest if share is None else share for share in shares]
    results = {}
    for name, share in zip(names, shares):
        low, high, kcal_per_gram = AMDR[name]
        results[name + "_g"] = grams_of(given["energy"], share, kcal_per_gram)
        results[name + "_percent"] = share
        place = "above" if exceeds(share, high) else class_of(share, [low], ["below", "within"])
        results[name + "_range"] = place
    return results


def carbohydrate_intake(given):
    """By training load: Thomas, Med Sci Sports Exerc 2016;48:543 (ACSM)."""
    load, method = given["training_load"], given["method"]
    if method == "training_load" or (method is None and load is not None):
        need(given["weight"], load)
        low, high = {"light": (3, 5), "moderate": (5, 7), "high": (6, 10), "very_high": (8, 12)}[load]
        return {"carbohydrate_g": {"min": low * given["weight"], "max": high * given["weight"]}}
    kcal = energy_of_day(given)
    return {"carbohydrate_g": amdr_grams(kcal, "carbohydrate"), "energy_kcal": kcal}


def fat_intake(given):
    """Saturated fatty acids: at most a tenth of the energy (WHO 2023)."""
    kcal = energy_of_day(given)
    return {"fat_g": amdr_grams(kcal, "fat"), "saturated_fat_limit_g": grams_of(kcal, 10, 9), "energy_kcal": kcal}


def sugar_limit(given):
    """WHO 2015: at most 10 % of the energy, 5 % as a conditional recommendation."""
    kcal = energy_of_day(given)
    percent = 10 if given["method"] == "who" else 5
    return {"free_sugar_limit_g": grams_of(kcal, percent, 4), "energy_kcal": kcal}


def protein_requirement(given):
    """IOM 2005; Bauer (PROT-AGE) 2013; Jaeger (ISSN) 2017; Morton 2018."""
    methods = {"rda": (0.8, None), "older_adults": (1.0, 1.2), "training": (1.4, 2.0), "hypertrophy": (1.62, None)}
    least, most = methods[given["method"]]
    return {"protein_g": least * given["weight"], "protein_max_g": most and most * given["weight"]}


def fiber_intake(given):
    """IOM 2005: 14 g for each 1000 kcal."""
    return {"fiber_g": given["energy"] * 14 / 1000}


def net_carbohydrates(given):
    carbohydrate, fiber, alcohols = given["carbohydrate"], given["fiber"], given["sugar_alcohol"]
    if given["label"] == "eu":  # fibre is no part of the carbohydrate there
        fiber = 0
    if exceeds(fiber + alcohols, carbohydrate):
        raise Refused
    share = 1 if given["method"] == "label_practice" else 0.5
    return {"net_carbohydrate_g": max(0, carbohydrate - fiber - share * alcohols)}


def meal_calories(given):
    factors = {"carbohydrate": 4, "protein": 4, "fat": 9, "alcohol": 7, "fiber": 2}
    parts = {name: factor * given[name] for name, factor in factors.items()}
    total = sum(parts.values())
    results = {"energy_kcal": total}
    if total > 0:
        results.update({name + "_percent": part / total * 100 for name, part in parts.items()})
    return results


def glycemic_load(given):
    """Salmeron, JAMA 1997;277:472; classes: low to 10, high from 20; index low to 55, high from 70."""
    index = given["glycemic_index"]
    load = index * given["carbohydrate"] / 100

    def place(value, low, high):
        return class_of(value, [high], ["medium", "high"]) if exceeds(value, low) else "low"

    return {
        "glycemic_load": load,
        "category": place(load, 10, 20),
        "glycemic_index_category": place(index, 55, 70),
    }


def glycogen_replenishment(given):
    """Burke, J Sports Sci 2011;29 Suppl 1:S17, 10.1080/02640414.2011.585473: 1.0 to 1.2 g/kg/h for four hours."""
    weight, hours = given["weight"], given["hours"]
    if hours > 4:
        raise Refused
    return {
        "carbohydrate_g": {"min": weight * hours, "max": 1.2 * weight * hours},
        "carbohydrate_per_hour_g": {"min": weight, "max": 1.2 * weight},
    }


def salt_to_sodium(given):
    """Atomic weights 22.98977 and 35.453; labels: salt is 2.5 times the sodium; WHO 2012: at most 2000 mg a day."""
    salt, teaspoons = given["salt"], given["teaspoons"]
    if (salt is None) == (teaspoons is None):
        raise Refused
    grams = salt if teaspoons is None else 6 * teaspoons
    share = 22.98977 / (22.98977 + 35.453) if given["method"] == "sodium_chloride" else 1 / 2.5
    sodium = grams * 1000 * share
    return {
        "sodium_mg": sodium,
        "salt_g": grams,
        "daily_limit_percent": sodium / 2000 * 100,
        "daily_limit": class_of(sodium, [2000], ["below_limit", "limit_reached"]),
    }


# IOM 2005 (total water, of it drinks) and EFSA 2010 (10.2903/j.efsa.2010.1459), litres a day.
WATER = {"male": (3.7, 3.0, 2.5), "female": (2.7, 2.2, 2.0), "pregnant": (3.0, 2.3, 2.3), "lactating": (3.8, 3.1, 2.7)}


def water_intake(given):
    gender, condition, method = given["gender"], given["condition"], given["method"]
    if condition is not None and (gender == "male" or method == "by_weight"):
        raise Refused
    if method == "by_weight":
        need(given["weight"])
        return {"water_l": given["weight"] * 30 / 1000, "water_max_l": given["weight"] * 35 / 1000}
    total, drinks, efsa = WATER[condition or gender]
    return {"water_l": efsa} if method == "efsa" else {"water_l": total, "drinks_l": drinks}


def caffeine(given):
    """EFSA Journal 2015;13:4102, 10.2903/j.efsa.2015.4102: 400 mg a day, mothers 200; 200 mg and 3 mg/kg at once."""
    dose, weight = given["dose"], given["weight"]
    share = 2 ** (-given["hours"] / given["half_life"])
    limit = 200 if weight is None else min(200, 3 * weight)
    return {
        "remaining_mg": dose * share,
        "remaining_percent": 100 * share,
        "single_dose_limit_mg": limit,
        "daily_limit_mg": 400 if given["condition"] is None else 200,
        "single_dose": class_above(dose, [limit], ["within_limit", "above_limit"]),
    }


# --- Effort. One MET is 3.5 mL/kg/min; a litre of oxygen is 5 kcal; classes: Garber 2011, table 5 ---
MET_NAMES = ["very_light", "light", "moderate", "vigorous", "near_maximal"]


def calories_burned(given):
    """Compendium; corrected values: Kozey, Med Sci Sports Exerc 2010;42:1776, 10.1249/MSS.0b013e3181d58f12."""
    met, word, weight, method = given["met"], given["activity"], given["weight"], given["method"]
    if (met is None) == (word is None):
        raise Refused
    results = {}
    if met is None:
        activity = activity_of(word, given["compendium"])
        if activity is None:
            raise Refused
        results["activity_code"], results["activity_group"], met, results["compendium"] = activity
    minutes, multiple = given["duration"], met
    if method == "met":
        rest = weight / 60
    elif method == "oxygen":
        rest = 3.5 * weight / 200
    else:
        need(given["gender"], given["age"], given["height"])
        rest = harris_1919(given["gender"] == "male", given["age"], weight, given["height"]) / 1440
        if rest <= 0:
            raise Refused
        multiple = met * 3.5 / (rest / 5 * 1000 / weight)
        results["corrected_met"] = multiple
    results["energy_kcal"] = multiple * rest * minutes
    results["net_energy_kcal"] = max(0, multiple - 1) * rest * minutes
    results["met"] = met
    results["intensity"] = class_of(multiple, [2, 3, 6, 8.8], MET_NAMES)
    return results


def exercise_oxygen_cost(given):
    """Metabolic equations of ACSM's Guidelines for Exercise Testing and Prescription; speeds in m/min."""
    weight, method, grade = given["weight"], given["method"], given["grade"] / 100
    if method in ("walking", "running"):
        need(given["speed"])
        speed = given["speed"] * 1000 / 60
        if method == "walking":
            if not reaches(speed, 50) or exceeds(speed, 100):
                raise Refused
            uptake = 3.5 + 0.1 * speed + 1.8 * speed * grade
        else:
            if not reaches(speed, 80):
                raise Refused
            uptake = 3.5 + 0.2 * speed + 0.9 * speed * grade
    elif method == "stepping":
        need(given["step_rate"], given["step_height"])
        uptake = 3.5 + 0.2 * given["step_rate"] + 1.33 * 1.8 * (given["step_height"] / 100) * given["step_rate"]
    else:
        need(given["power"])
        constant, slope = (7, 10.8) if method == "leg_cycling" else (3.5, 18)
        uptake = constant + slope * given["power"] / weight
    return {"vo2_ml_per_kg_min": uptake, "met": uptake / 3.5, "energy_kcal_per_min": uptake * weight / 200}


TERRAINS = {"paved": 1.0, "dirt_road": 1.1, "light_brush": 1.2, "heavy_brush": 1.5, "swamp": 1.8, "sand": 2.1}


def load_carriage(given):
    """Pandolf, J Appl Physiol 1977;43:577, 10.1152/jappl.1977.43.4.577; not for the way down."""
    weight, load, speed, grade = given["weight"], given["load"], given["speed"] * 1000 / 3600, given["grade"]
    if grade < 0:
        raise Refused
    walking = 1.5 * speed * speed + 0.35 * speed * grade
    watts = 1.5 * weight + 2.0 * (weight + load) * (load / weight) ** 2
    watts += TERRAINS[given["terrain"]] * (weight + load) * walking
    return {"metabolic_rate_w": watts, "energy_kcal_per_hour": watts * 3600 / 4184}


# --- Gases, availability, ratio ---
def respiratory_quotient(given):
    """Frayn, J Appl Physiol 1983;55:628, 10.1152/jappl.1983.55.2.628; Weir, J Physiol 1949;109:1; Lusk 1928."""
    oxygen, carbon = given["oxygen_uptake"], given["carbon_dioxide_output"]
    quotient = carbon / oxygen
    if not reaches(quotient, 0.7) or exceeds(quotient, 1):
        raise Refused
    fuel = class_of(quotient, [0.85], ["fat", "carbohydrate"])
    return {
        "respiratory_quotient": quotient,
        "category": fuel,
        "main_fuel": fuel,
        "fat_oxidation_g_per_min": max(0, 1.67 * (oxygen - carbon)),
        "carbohydrate_oxidation_g_per_min": max(0, 4.55 * carbon - 3.21 * oxygen),
        "energy_kcal_per_min": 3.941 * oxygen + 1.106 * carbon,
    }


def energy_availability(given):
    """Loucks, J Sports Sci 2011;29 Suppl 1:S7, 10.1080/02640414.2011.588958: low below 30, enough from 45 kcal/kg."""
    lean = lean_mass(given["weight"], given["body_fat"], given["fat_free_mass"])
    available = (given["energy"] - given["exercise_energy"]) / lean
    return {
        "energy_availability_kcal_per_kg": available,
        "fat_free_mass_kg": lean,
        "category": class_of(available, [30, 45], ["low", "reduced", "sufficient"]),
    }


def resting_metabolic_rate_ratio(given):
    person = [given[name] for name in ("gender", "age", "weight", "height", "body_fat", "fat_free_mass")]
    predicted = basal_rate(given["method"], *person)
    ratio = given["measured_rate"] / predicted
    category = class_of(ratio, [0.90], ["suppressed", "not_suppressed"])
    return {"resting_metabolic_rate_ratio": ratio, "predicted_rate_kcal": predicted, "category": category}


CALCULATORS = {
    "basal-metabolic-rate": basal_metabolic_rate,
    "caffeine": caffeine,
    "calorie-target": calorie_target,
    "calories-burned": calories_burned,
    "carbohydrate-intake": carbohydrate_intake,
    "energy-availability": energy_availability,
    "estimated-energy-requirement": estimated_energy_requirement,
    "exercise-oxygen-cost": exercise_oxygen_cost,
    "fat-intake": fat_intake,
    "fiber-intake": fiber_intake,
    "glycemic-load": glycemic_load,
    "glycogen-replenishment": glycogen_replenishment,
    "load-carriage": load_carriage,
    "macronutrients": macronutrients,
    "meal-calories": meal_calories,
    "net-carbohydrates": net_carbohydrates,
    "protein-requirement": protein_requirement,
    "respiratory-quotient": respiratory_quotient,
    "resting-metabolic-rate-ratio": resting_metabolic_rate_ratio,
    "salt-to-sodium": salt_to_sodium,
    "sugar-limit": sugar_limit,
    "tdee": tdee,
    "water-intake": water_intake,
    "weight-change-plan": weight_change_plan,
}
