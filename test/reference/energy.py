"""Reference values of the energy family, written from the papers and not from our code.

    python3 test/reference/energy.py && npx biome format --write calculators/energy/reference

Everything is computed with 50 digits (decimal) and rounded half away from zero at the end, as the tables in papers are.
The tests compare
the answers of the calculators with them.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal

cases = []


def d(value):
    return D(str(value))


def printed(value, decimals):
    # Thirds multiplied by three end in 49 nines, so decimals beyond the 40th are dropped.
    exact = D(value).quantize(D(1).scaleb(-40))
    return float(exact.quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP)) + 0.0


def show(value):
    if isinstance(value, tuple):
        return printed(*value)
    if isinstance(value, dict):
        return {name: show(inner) for name, inner in value.items()}
    return value


def case(calculator, given, **expected):
    cases.append({"calculator": calculator, "input": given, "output": show(expected)})


# --- Basal metabolic rate -------------------------------------------------------------------------------------
def mifflin(gender, age, w, h):
    return 10 * w + D("6.25") * h - 5 * age + (5 if gender == "male" else -161)


def harris_1919(gender, age, w, h):
    if gender == "male":
        return D("66.4730") + D("13.7516") * w + D("5.0033") * h - D("6.7550") * age
    return D("655.0955") + D("9.5634") * w + D("1.8496") * h - D("4.6756") * age


def harris_1984(gender, age, w, h):
    if gender == "male":
        return D("88.362") + D("13.397") * w + D("4.799") * h - D("5.677") * age
    return D("447.593") + D("9.247") * w + D("3.098") * h - D("4.330") * age


def owen(gender, age, w, h):
    return 879 + D("10.2") * w if gender == "male" else 795 + D("7.18") * w


# Age below which a line holds, kcal/day for each kg, kcal/day beyond.
SCHOFIELD = {
    "male": "3 59.512 -30.4; 10 22.706 504.3; 18 17.686 658.2; 30 15.057 692.2; 60 11.472 873.1; 999 11.711 587.7",
    "female": "3 58.317 -31.1; 10 20.315 485.9; 18 13.384 692.6; 30 14.818 486.6; 60 8.126 845.6; 999 9.082 658.5",
}
HENRY = {
    "male": "3 61.0 -33.7; 10 23.3 514; 18 18.4 581; 30 16.0 545; 60 14.2 593; 70 13.0 567; 999 13.7 481",
    "female": "3 58.9 -23.1; 10 20.1 507; 18 11.1 761; 30 13.1 558; 60 9.74 694; 70 10.2 572; 999 10.0 577",
}
FAO_1985 = {
    "male": "3 60.9 -54; 10 22.7 495; 18 17.5 651; 30 15.3 679; 60 11.6 879; 999 13.5 487",
    "female": "3 61.0 -51; 10 22.5 499; 18 12.2 746; 30 14.7 496; 60 8.7 829; 999 10.5 596",
}


# With height: MJ/day for Schofield, kcal/day for Henry; for each kg, beyond, for each m. For boys from 3 to 10 Henry
# prints 1.31 MJ for each m, but 74.2 kcal; 1.31 MJ are 313 kcal.
SCHOFIELD_HEIGHT = {
    "male": "3 0.0007 -2.584 6.349; 10 0.082 1.736 0.545; 18 0.068 2.157 0.574; 30 0.063 2.953 -0.042; "
            "60 0.048 3.670 -0.011; 999 0.038 -3.491 4.068",
    "female": "3 0.068 -1.730 4.281; 10 0.071 1.553 0.677; 18 0.035 0.837 1.948; 30 0.057 0.411 1.184; "
              "60 0.034 3.530 0.006; 999 0.033 0.074 1.917",
}
HENRY_HEIGHT = {
    "male": "3 28.2 -371 859; 10 15.1 306 313; 18 15.6 299 266; 30 14.4 113 313; 60 11.4 -137 541; 999 11.4 -256 541",
    "female": "3 30.4 -287 703; 10 15.9 349 210; 18 9.40 462 249; 30 10.4 -282 615; 60 8.18 -11.6 502; "
              "999 8.52 10.7 421",
}


def with_height(table, kilocalories=D(1)):
    def rate(gender, age, w, h):
        for line in table[gender].split("; "):
            below, slope, constant, metre = map(D, line.split())
            if age < below:
                return (slope * w + constant + metre * h / 100) * kilocalories
        raise ValueError(age)

    return rate


def by_age(table):
    def rate(gender, age, w, h):
        for line in table[gender].split("; "):
            below, slope, constant = map(D, line.split())
            if age < below:
                return slope * w + constant
        raise ValueError(age)

    return rate


ADULTS = {
    "mifflin_st_jeor": mifflin,
    "harris_benedict_1919": harris_1919,
    "harris_benedict_1984": harris_1984,
    "owen": owen,
}
ALL_AGES = {"schofield": by_age(SCHOFIELD), "henry": by_age(HENRY), "fao_who_unu_1985": by_age(FAO_1985)}
WITH_HEIGHT = {"schofield_height": with_height(SCHOFIELD_HEIGHT, 1000 / D("4.184")),
               "henry_height": with_height(HENRY_HEIGHT)}
people = [
    ("female", 34, 68, 167), ("male", 34, 82, 178), ("male", 71, 69.4, 170.5), ("female", 60, 57.8, 159.5),
    ("male", 18, 64, 181), ("female", 29, 104.2, 171),
]
for method, equation in {**ADULTS, **ALL_AGES, **WITH_HEIGHT}.items():
    for gender, age, weight, height in people:
        given = {"gender": gender, "age": age, "weight": weight, "height": height, "method": method}
        case("basal-metabolic-rate", given, bmr=(equation(gender, age, d(weight), d(height)), 2))
for method, equation in ALL_AGES.items():
    # Both sides of every border between two lines.
    for age, weight in [(2, 12.5), (3, 14), (9, 29), (10, 32), (17, 61), (18, 61), (29, 70), (30, 70), (59, 71), (60, 71),
                        (69, 66), (70, 66)]:
        for gender in ["male", "female"]:
            given = {"gender": gender, "age": age, "weight": weight, "method": method}
            case("basal-metabolic-rate", given, bmr=(equation(gender, age, d(weight), None), 2))
for method, equation in WITH_HEIGHT.items():
    for age, weight, height in [(2, 12.5, 87), (3, 14, 96), (9, 29, 133), (10, 32, 138), (17, 61, 170), (18, 61, 171),
                                (29, 70, 174), (30, 70, 174), (59, 71, 172), (60, 71, 172)]:
        for gender in ["male", "female"]:
            given = {"gender": gender, "age": age, "weight": weight, "height": height, "method": method}
            case("basal-metabolic-rate", given, bmr=(equation(gender, age, d(weight), d(height)), 2))
for method, constant, slope in [("katch_mcardle", "370", "21.6"), ("cunningham_1980", "500", "22")]:
    case("basal-metabolic-rate", {"fat_free_mass": 61.3, "method": method}, bmr=(D(constant) + D(slope) * d(61.3), 2))
    lean = d(77.7) * (1 - d(18.5) / 100)
    given = {"weight": 77.7, "body_fat": 18.5, "method": method}
    case("basal-metabolic-rate", given, bmr=(D(constant) + D(slope) * lean, 2))
case("basal-metabolic-rate", {"gender": "male", "age": 40, "weight": 80, "height": 180, "body_fat": 20},
     bmr=(370 + D("21.6") * 64, 2))

# --- A day's expenditure and what to eat ----------------------------------------------------------------------
FACTORS = {"sedentary": "1.2", "lightly_active": "1.375", "moderately_active": "1.55", "very_active": "1.725",
           "extra_active": "1.9"}
CHANGE = {"weight_loss": -500, "maintenance": 0, "weight_gain": 500}


LEAN = {"katch_mcardle": (D(370), D("21.6")), "cunningham_1980": (D(500), D(22))}


def bmr_by(method, gender, age, w, h, fat):
    if method in LEAN:
        constant, slope = LEAN[method]
        return constant + slope * w * (1 - d(fat) / 100)
    return {**ADULTS, **ALL_AGES, **WITH_HEIGHT}[method](gender, age, w, h)


for method in [*ADULTS, *LEAN, *ALL_AGES, *WITH_HEIGHT]:
    for (gender, age, weight, height), level in zip(people, [*FACTORS, "sedentary"]):
        given = {"gender": gender, "age": age, "weight": weight, "height": height, "activity_level": level,
                 "method": method, "body_fat": 24.5}
        bmr = bmr_by(method, gender, age, d(weight), d(height), 24.5)
        tdee = bmr * D(FACTORS[level])
        case("tdee", given, tdee=(tdee, 2), bmr=(bmr, 2), activity_multiplier=float(FACTORS[level]))
        for goal, change in CHANGE.items():
            if goal == "weight_loss" and d(weight) / (d(height) / 100) ** 2 < D("18.5"):
                continue
            least = 1500 if gender == "male" else 1200
            intake = "sufficient" if tdee + change >= least else "below_minimum"
            case("calorie-target", {**given, "goal": goal}, calorie_target=(tdee + change, 2),
                 energy_change_kcal=change, intake=intake)

for factor in ["1", "1.47", "2.4"]:
    given = {"gender": "female", "age": 34, "weight": 68, "height": 167, "activity_factor": float(factor)}
    spent = mifflin("female", 34, d(68), d(167)) * D(factor)
    case("tdee", given, tdee=(spent, 2), activity_multiplier=float(factor))
    case("calorie-target", {**given, "goal": "weight_gain"}, calorie_target=(spent + 500, 2))

# --- Estimated energy requirement: NASEM 2023 and IOM 2005 ----------------------------------------------------
NASEM = {
    "man": "-10.83 753.07 6.50 14.10 581.47 8.30 14.94 1004.82 6.52 15.91 -517.88 15.61 19.11",
    "woman": "-7.01 584.90 5.72 11.71 575.77 6.60 12.14 710.25 6.54 12.34 511.83 9.07 12.56",
    "boy": "3.68 -447.51 13.01 13.15 19.12 8.62 20.28 -388.19 12.66 20.46 -671.75 15.38 23.25",
    "girl": "-22.25 55.59 8.43 17.07 -297.54 12.77 14.73 -189.55 11.74 18.34 -709.59 18.22 14.25",
}
LEVELS = ["inactive", "low_active", "active", "very_active"]


def growth_2023(boy, age):
    if age == 3:
        return 20 if boy else 15
    if age <= 8:
        return 15
    if age <= 13:
        return 25 if boy else 30
    return 20


def nasem(gender, age, w, h, level):
    male = gender == "male"
    who = ("man" if male else "woman") if age >= 19 else ("boy" if male else "girl")
    per_year, *rest = map(D, NASEM[who].split())
    intercept, per_cm, per_kg = rest[3 * LEVELS.index(level):3 * LEVELS.index(level) + 3]
    growth = growth_2023(male, age) if age < 19 else 0
    return intercept + per_year * age + per_cm * h + per_kg * w + growth


PA = {
    "man": ["1.00", "1.11", "1.25", "1.48"], "woman": ["1.00", "1.12", "1.27", "1.45"],
    "boy": ["1.00", "1.13", "1.26", "1.42"], "girl": ["1.00", "1.16", "1.31", "1.56"],
}


def iom(gender, age, w, h, level):
    male = gender == "male"
    who = ("man" if male else "woman") if age >= 19 else ("boy" if male else "girl")
    activity = D(PA[who][LEVELS.index(level)])
    metres = h / 100
    growth = 20 if age <= 8 else 25
    return activity, {
        "man": lambda: 662 - D("9.53") * age + activity * (D("15.91") * w + D("539.6") * metres),
        "woman": lambda: 354 - D("6.91") * age + activity * (D("9.36") * w + 726 * metres),
        "boy": lambda: D("88.5") - D("61.9") * age + activity * (D("26.7") * w + 903 * metres) + growth,
        "girl": lambda: D("135.3") - D("30.8") * age + activity * (10 * w + 934 * metres) + growth,
    }[who]()


for gender, age, weight, height in [
    ("male", 40, 80, 180), ("female", 34, 68, 167), ("male", 19, 70.5, 177), ("female", 81, 55.5, 158),
    ("male", 18, 66, 176), ("female", 18, 57, 163), ("male", 3, 14.5, 96), ("female", 3, 14, 95), ("male", 4, 16.4, 103),
    ("female", 8, 26, 128), ("male", 8, 26.5, 129), ("male", 9, 29, 134), ("female", 9, 29.5, 134), ("female", 13, 47, 158),
    ("male", 14, 51, 164), ("female", 14, 50, 160),
]:
    for level in LEVELS:
        given = {"gender": gender, "age": age, "weight": weight, "height": height, "activity_level": level}
        case("estimated-energy-requirement", given, eer=(nasem(gender, age, d(weight), d(height), level), 2))
        activity, requirement = iom(gender, age, d(weight), d(height), level)
        case("estimated-energy-requirement", {**given, "method": "iom_2005"}, eer=(requirement, 2),
             physical_activity_coefficient=float(activity))

# Below three years: NASEM by months, in years with decimals; IOM by weight alone.
for gender, months, weight, height in [("male", 0, 3.4, 50.2), ("male", 2.9, 6, 61), ("male", 3, 6.2, 61.5),
                                       ("male", 8.5, 8.8, 71), ("male", 24, 12.2, 87.5), ("female", 1, 4.1, 53.5),
                                       ("female", 5.9, 7.2, 65.5), ("female", 6, 7.3, 65.7), ("female", 11.9, 8.9, 74),
                                       ("female", 12, 9, 74.2), ("female", 35, 13.8, 94.5)]:
    m, w, h = d(months), d(weight), d(height)
    if gender == "male":
        spent = D("-716.45") - m / 12 + D("17.82") * h + D("15.06") * w
        growth = 200 if m < 3 else 50 if m < 6 else 20
    else:
        spent = D("-69.15") + 80 * m / 12 + D("2.65") * h + D("54.15") * w
        growth = 180 if m < 3 else 60 if m < 6 else 20 if m < 12 else 15
    given = {"gender": gender, "age_months": months, "weight": weight, "height": height}
    case("estimated-energy-requirement", given, eer=(spent + growth, 2))
    growth = 175 if m < 4 else 56 if m < 7 else 22 if m < 13 else 20
    case("estimated-energy-requirement", {**given, "method": "iom_2005"}, eer=(89 * w - 100 + growth, 2))

PREGNANT = {"inactive": "1131.20 0.34 12.15", "low_active": "693.35 5.73 10.20", "active": "-223.84 13.23 8.15",
            "very_active": "-779.72 18.45 8.73"}
for level, text in PREGNANT.items():
    constant, per_cm, per_kg = map(D, text.split())
    for age, weight, height, before, weeks in [(27, 61.5, 164, 48, 15), (33, 74, 170, 63, 28), (17, 80.5, 162, 69, 33),
                                               (41, 101, 166, 92, 40)]:
        bmi = d(before) / (d(height) / 100) ** 2
        stored = 300 if bmi < D("18.5") else 200 if bmi < 25 else 150 if bmi < 30 else -50
        given = {"gender": "female", "age": age, "weight": weight, "height": height, "activity_level": level}
        case("estimated-energy-requirement",
             {**given, "condition": "pregnant", "gestational_weeks": weeks, "pre_pregnancy_weight": before},
             eer=(constant - D("2.04") * age + per_cm * height + per_kg * d(weight) + D("9.16") * weeks + stored, 2))
        for months in [2, 9]:
            own = nasem("female", age, d(weight), d(height), level)
            case("estimated-energy-requirement", {**given, "condition": "lactating", "months_since_birth": months},
                 eer=(own + (540 - 140 if months < 6 else 380), 2))

# --- Weight change: Hall 2011 (24 kcal for each kg, half in a year) and 7700 kcal for each kg ------------------
for weight, height, change, days in [(95, 180, -500, 365), (95, 180, -500, 90), (70, 168, 250, 730), (120, 172, -750, 1095)]:
    for method in ["hall", "static"]:
        total = d(change) / 24 * (1 - D(2) ** (-d(days) / 365)) if method == "hall" else d(change) * days / 7700
        week = d(change) / 24 * (1 - D(2) ** (-D(7) / 365)) if method == "hall" else d(change) * 7 / 7700
        final = weight + total
        if final / (d(height) / 100) ** 2 < D("18.5") and change < 0:
            continue
        expected = {"weight_change_kg": (total, 2), "final_weight_kg": (final, 2),
                    "final_bmi": (final / (d(height) / 100) ** 2, 2), "first_week_percent": (100 * week / weight, 2)}
        if method == "hall":
            expected["eventual_weight_change_kg"] = (d(change) / 24, 2)
        given = {"weight": weight, "height": height, "energy_change": change, "days": days, "method": method}
        case("weight-change-plan", given, **expected)
for weight, height, target, days in [(95, 180, 88, 200), (58, 170, 61, 150)]:
    delta = d(target) - weight
    hall = 24 * delta / (1 - D(2) ** (-d(days) / 365))
    given = {"weight": weight, "height": height, "target_weight": target, "days": days}
    case("weight-change-plan", given, energy_change_kcal=(hall, 2), weight_change_kg=float(delta))
    case("weight-change-plan", {**given, "method": "static"}, energy_change_kcal=(7700 * delta / days, 2))
for weight, height, target, change in [(95, 180, 88, -400), (58, 170, 61, 150)]:
    delta = d(target) - weight
    hall = -365 * (1 - delta / (d(change) / 24)).ln() / D(2).ln()
    given = {"weight": weight, "height": height, "target_weight": target, "energy_change": change}
    case("weight-change-plan", given, days=(hall, 1))
    case("weight-change-plan", {**given, "method": "static"}, days=(7700 * delta / change, 1))


# --- Nutrients: Atwater 4, 4, 9, 7; IOM ranges ----------------------------------------------------------------
def placed(percent, least, most):
    return "below" if percent < least else "within" if percent <= most else "above"


def split(given, energy, carbohydrate, fat, protein):
    e, c, f, p = map(d, (energy, carbohydrate, fat, protein))
    case("macronutrients", given, carbohydrate_g=(e * c / 400, 2), fat_g=(e * f / 900, 2), protein_g=(e * p / 400, 2),
         carbohydrate_range=placed(c, 45, 65), fat_range=placed(f, 20, 35), protein_range=placed(p, 10, 35))


for energy in [2000, 1875.5, 3120]:
    split({"energy": energy}, energy, 50, 30, 20)
    split({"energy": energy, "method": "ketogenic"}, energy, 5, 75, 20)
    for c, f, p in [(45, 20, 35), (65, 25, 10), (65.1, 25, 9.9), (44.9, 35.1, 20), (40, 25, 35), (55, 19.9, 25.1)]:
        given = {"energy": energy, "carbohydrate_share": c, "fat_share": f, "protein_share": p}
        split(given, energy, c, f, p)
split({"energy": 2200, "fat_share": 32.5, "protein_share": 17.5, "method": "custom"}, 2200, 50, 32.5, 17.5)

adults = [("female", 34, 68, 167, "lightly_active"), ("male", 52, 90.5, 181, "sedentary")]
energies = [({"energy": energy}, d(energy)) for energy in [1650, 2345.6]]
for gender, age, weight, height, level in adults:
    given = {"gender": gender, "age": age, "weight": weight, "height": height, "activity_level": level}
    energies.append((given, mifflin(gender, age, d(weight), d(height)) * D(FACTORS[level])))
for given, kcal in energies:
    case("carbohydrate-intake", given, carbohydrate_g={"min": (kcal * 45 / 400, 2), "max": (kcal * 65 / 400, 2)},
         energy_kcal=(kcal, 2))
    case("fat-intake", given, fat_g={"min": (kcal * 20 / 900, 2), "max": (kcal * 35 / 900, 2)},
         saturated_fat_limit_g=(kcal / 90, 2), energy_kcal=(kcal, 2))
    case("sugar-limit", given, free_sugar_limit_g=(kcal / 40, 2), energy_kcal=(kcal, 2))
    case("sugar-limit", {**given, "method": "who_conditional"}, free_sugar_limit_g=(kcal / 80, 2))
for load, least, most in [("light", 3, 5), ("moderate", 5, 7), ("high", 6, 10), ("very_high", 8, 12)]:
    case("carbohydrate-intake", {"weight": 63.4, "training_load": load},
         carbohydrate_g={"min": (d(63.4) * least, 2), "max": (d(63.4) * most, 2)})
for weight in [75, 58.3]:
    for method, least, most in [("rda", "0.8", None), ("older_adults", "1.0", "1.2"), ("training", "1.4", "2.0"),
                                ("hypertrophy", "1.62", None)]:
        expected = {"protein_g": (d(weight) * D(least), 2)}
        if most:
            expected["protein_max_g"] = (d(weight) * D(most), 2)
        case("protein-requirement", {"weight": weight, "method": method}, **expected)
for energy in [2000, 1234.5]:
    case("fiber-intake", {"energy": energy}, fiber_g=(d(energy) * 14 / 1000, 2))

for carbohydrate, fiber, alcohol in [(23, 9, 11), (45.5, 3.25, 0), (60, 0, 20)]:
    given = {"carbohydrate": carbohydrate, "fiber": fiber, "sugar_alcohol": alcohol}
    c, f, a = map(d, (carbohydrate, fiber, alcohol))
    case("net-carbohydrates", given, net_carbohydrate_g=(c - f - a, 2))
    case("net-carbohydrates", {**given, "method": "half_sugar_alcohol"}, net_carbohydrate_g=(c - f - a / 2, 2))
    case("net-carbohydrates", {**given, "label": "eu"}, net_carbohydrate_g=(c - a, 2))
for c, p, f, a, fiber in [(60, 30, 20, 0, 0), (12.5, 3.4, 7.1, 24, 2.2), (0, 0, 14, 0, 0)]:
    total = 4 * d(c) + 4 * d(p) + 9 * d(f) + 7 * d(a) + 2 * d(fiber)
    case("meal-calories", {"carbohydrate": c, "protein": p, "fat": f, "alcohol": a, "fiber": fiber}, energy_kcal=(total, 2),
         fat_percent=(900 * d(f) / total, 2), alcohol_percent=(700 * d(a) / total, 2))
for gi, carbohydrate in [(72, 6), (50, 20), (50, 20.02), (50, 40), (66.6, 30), (55, 12), (55.1, 12), (70, 50), (69.9, 28)]:
    load = d(gi) * d(carbohydrate) / 100
    case("glycemic-load", {"glycemic_index": gi, "carbohydrate": carbohydrate}, glycemic_load=(load, 2),
         category="low" if load <= 10 else "medium" if load < 20 else "high",
         glycemic_index_category="low" if gi <= 55 else "medium" if gi < 70 else "high")
for weight, hours in [(70, 4), (61.7, 2.5)]:
    least = d(weight) * d(hours)
    case("glycogen-replenishment", {"weight": weight, "hours": hours},
         carbohydrate_g={"min": (least, 2), "max": (least * D("1.2"), 2)},
         carbohydrate_per_hour_g={"min": (d(weight), 2), "max": (d(weight) * D("1.2"), 2)})
SODIUM = D("22.98977") / (D("22.98977") + D("35.453"))
for given, salt in [({"salt": 5}, 5), ({"salt": 5.1}, 5.1), ({"teaspoons": 1}, 6), ({"teaspoons": 0.75}, 4.5)]:
    for method, share in [("sodium_chloride", SODIUM), ("label", D("0.4"))]:
        sodium = d(salt) * 1000 * share
        case("salt-to-sodium", {**given, "method": method}, sodium_mg=(sodium, 2), salt_g=float(salt),
             daily_limit_percent=(sodium / 20, 2), daily_limit="limit_reached" if sodium >= 2000 else "below_limit")
for given, iom_total, iom_drinks, efsa in [
    ({"gender": "male"}, 3.7, 3.0, 2.5), ({"gender": "female"}, 2.7, 2.2, 2.0),
    ({"gender": "female", "condition": "pregnant"}, 3.0, 2.3, 2.3),
    ({"gender": "female", "condition": "lactating"}, 3.8, 3.1, 2.7),
]:
    case("water-intake", given, water_l=iom_total, drinks_l=iom_drinks)
    case("water-intake", {**given, "method": "efsa"}, water_l=efsa)
case("water-intake", {"gender": "male", "weight": 83, "method": "by_weight"}, water_l=2.49, water_max_l=(d(83) * D("0.035"), 2))
for dose, hours, half, weight in [(200, 6, 5, 70), (201, 0, 5, None), (95, 3.5, 4.2, 48), (144, 12, 8, 48), (144.1, 1, 2, 48)]:
    rest = D("0.5") ** (d(hours) / d(half))
    limit = D(200) if weight is None else min(D(200), 3 * d(weight))
    given = {"dose": dose, "hours": hours, "half_life": half, **({} if weight is None else {"weight": weight})}
    case("caffeine", given, remaining_mg=(d(dose) * rest, 2), remaining_percent=(100 * rest, 2),
         single_dose_limit_mg=(limit, 2), single_dose="above_limit" if d(dose) > limit else "within_limit", daily_limit_mg=400)


for hours in [3, 12.5]:
    rest = D(2) ** (-d(hours) / D("8.3"))
    case("caffeine", {"dose": 95, "hours": hours, "condition": "pregnant"}, remaining_mg=(95 * rest, 2),
         remaining_percent=(100 * rest, 2), daily_limit_mg=200)


# --- Effort: MET, ACSM, Pandolf -------------------------------------------------------------------------------
def intensity(met):
    limits = [2, 3, 6, D("8.8")]
    return ["very_light", "light", "moderate", "vigorous", "near_maximal"][sum(met >= limit for limit in limits)]


for met, weight, minutes in [(5, 70, 45), (3, 81.2, 50), (2.9, 60, 31), (8.8, 55, 20), (1.3, 64, 480), (6, 72.5, 12.5)]:
    m, w, t = map(d, (met, weight, minutes))
    given = {"met": met, "weight": weight, "duration": minutes}
    case("calories-burned", given, energy_kcal=(m * w * t / 60, 2), net_energy_kcal=((m - 1) * w * t / 60, 2),
         intensity=intensity(m))
    case("calories-burned", {**given, "method": "oxygen"}, energy_kcal=(m * D("3.5") * w / 200 * t, 2),
         net_energy_kcal=((m - 1) * D("3.5") * w / 200 * t, 2))
    for gender, age, height in [("female", 34, 167), ("male", 55, 176)]:
        day = harris_1919(gender, age, w, d(height))
        oxygen = day / 1440 / 5 * 1000 / w
        corrected = m * D("3.5") / oxygen
        person = {"gender": gender, "age": age, "height": height, "method": "corrected"}
        case("calories-burned", {**given, **person}, corrected_met=(corrected, 2), intensity=intensity(corrected),
             energy_kcal=(corrected * day / 1440 * t, 2),
             net_energy_kcal=(max(D(0), corrected - 1) * day / 1440 * t, 2))
# Values as the Compendium prints them.
for activity, compendium, met in [("12050", "2024", 9.3), ("12050", "2011", 9.8), ("01015", "2024", 4.3), ("01015", "2011", 7.5),
                                  ("17033", "2024", 3.8), ("17033", "2011", 6.3), ("07030", "2011", 0.95), ("15675", "2024", 6.8), ("15055", "2024", 7.5),
                                  ("08245", "2024", 3.8)]:
    given = {"activity": activity, "compendium": compendium, "weight": 66, "duration": 25}
    case("calories-burned", given, met=met, energy_kcal=(d(met) * 66 * 25 / 60, 2), activity_code=activity)

for speed, grade in [(3, 0), (4.8, 0), (6, 12.5), (5.2, 3)]:
    s = d(speed) * 1000 / 60
    uptake = D("3.5") + D("0.1") * s + D("1.8") * s * d(grade) / 100
    case("exercise-oxygen-cost", {"weight": 68, "speed": speed, "grade": grade}, vo2_ml_per_kg_min=(uptake, 2),
         met=(uptake / D("3.5"), 2), energy_kcal_per_min=(uptake * 68 / 200, 2))
for speed, grade in [(9.6, 0), (12.3, 2.5), (4.8, 1), (16.0934, 0)]:
    s = d(speed) * 1000 / 60
    uptake = D("3.5") + D("0.2") * s + D("0.9") * s * d(grade) / 100
    case("exercise-oxygen-cost", {"weight": 61.5, "speed": speed, "grade": grade, "method": "running"},
         vo2_ml_per_kg_min=(uptake, 2), energy_kcal_per_min=(uptake * d(61.5) / 200, 2))
for method, rest, slope in [("leg_cycling", "7", "10.8"), ("arm_cycling", "3.5", "18")]:
    for power, weight in [(150, 75), (87, 58.2), (25, 91)]:
        uptake = D(rest) + D(slope) * power / d(weight)
        case("exercise-oxygen-cost", {"weight": weight, "power": power, "method": method}, vo2_ml_per_kg_min=(uptake, 2),
             met=(uptake / D("3.5"), 2), energy_kcal_per_min=(uptake * d(weight) / 200, 2))
for height, rate in [(25, 24), (30.5, 30), (15, 18)]:
    uptake = D("3.5") + D("0.2") * rate + D("1.33") * D("1.8") * d(height) / 100 * rate
    case("exercise-oxygen-cost", {"weight": 70, "step_height": height, "step_rate": rate, "method": "stepping"},
         vo2_ml_per_kg_min=(uptake, 2), energy_kcal_per_min=(uptake * 70 / 200, 2))
ETA = {"paved": "1.0", "dirt_road": "1.1", "light_brush": "1.2", "heavy_brush": "1.5", "swamp": "1.8", "sand": "2.1"}
for terrain, eta in ETA.items():
    for weight, load, speed, grade in [(70, 15, 5, 0), (82.5, 32, 4.2, 6.5), (60, 0, 0, 0)]:
        w, l, v, g = d(weight), d(load), d(speed) * 1000 / 3600, d(grade)
        watts = D("1.5") * w + 2 * (w + l) * (l / w) ** 2 + D(eta) * (w + l) * (D("1.5") * v * v + D("0.35") * v * g)
        case("load-carriage", {"weight": weight, "load": load, "speed": speed, "grade": grade, "terrain": terrain},
             metabolic_rate_w=(watts, 2), energy_kcal_per_hour=(watts * 3600 / 4184, 2))

# --- Gases, availability, ratio -------------------------------------------------------------------------------
for oxygen, carbon in [(2, 1.7), (0.25, 0.2), (3.15, 2.99), (1, 0.7), (2.4, 2.4), (1, 0.849), (1, 0.71)]:
    o, c = d(oxygen), d(carbon)
    case("respiratory-quotient", {"oxygen_uptake": oxygen, "carbon_dioxide_output": carbon}, respiratory_quotient=(c / o, 3),
         main_fuel="carbohydrate" if c / o >= D("0.85") else "fat", fat_oxidation_g_per_min=(D("1.67") * (o - c), 3),
         carbohydrate_oxidation_g_per_min=(max(D(0), D("4.55") * c - D("3.21") * o), 3),
         energy_kcal_per_min=(D("3.941") * o + D("1.106") * c, 3))
for energy, exercise, lean in [(2400, 600, 48), (2250, 750, 50), (2249, 750, 50), (2650, 400, 50), (2649.9, 400, 50), (900, 1000, 40)]:
    available = (d(energy) - d(exercise)) / lean
    case("energy-availability", {"energy": energy, "exercise_energy": exercise, "fat_free_mass": lean},
         energy_availability_kcal_per_kg=(available, 2),
         category="low" if available < 30 else "reduced" if available < 45 else "sufficient")
case("energy-availability", {"energy": 2500, "exercise_energy": 430, "weight": 64.2, "body_fat": 21.5},
     fat_free_mass_kg=(d(64.2) * D("0.785"), 2), energy_availability_kcal_per_kg=(D(2070) / (d(64.2) * D("0.785")), 2))
for measured, lean in [(1350, 50), (1440, 50), (1439.9, 50), (1700, 62.3)]:
    predicted = 500 + 22 * d(lean)
    ratio = d(measured) / predicted
    case("resting-metabolic-rate-ratio", {"measured_rate": measured, "fat_free_mass": lean},
         resting_metabolic_rate_ratio=(ratio, 3), predicted_rate_kcal=(predicted, 2),
         category="suppressed" if ratio < D("0.9") else "not_suppressed")
for measured, (gender, age, weight, height) in zip([1400, 1500, 1290], people):
    predicted = harris_1919(gender, age, d(weight), d(height))
    given = {"measured_rate": measured, "gender": gender, "age": age, "weight": weight, "height": height}
    case("resting-metabolic-rate-ratio", {**given, "method": "harris_benedict_1919"},
         resting_metabolic_rate_ratio=(d(measured) / predicted, 3),
         category="suppressed" if d(measured) / predicted < D("0.9") else "not_suppressed")

write_cases("energy", cases)
