"""Reference values of the body family, written from the papers and not from our code.

    python3 test/reference/body.py && npx biome format --write calculators/body/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end, as the tables in papers are. The tests compare
the answers of the calculators with them.
"""

from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
PI = Decimal("3.14159265358979323846264338327950288419716939937511")
D = Decimal

cases = []


def printed(value, decimals):
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def case(calculator, given, **expected):
    output = {name: printed(*value) if isinstance(value, tuple) else value for name, value in expected.items()}
    cases.append({"calculator": calculator, "input": given, "output": output})


def lg(value):
    return D(value).log10()


def body_mass_index(weight, height):
    return D(str(weight)) / (D(str(height)) / 100) ** 2


# --- Body mass index (Quetelet), WHO TRS 894 -------------------------------------------------------------------
for weight, height in [(65, 168), (102, 191), (48.3, 171.2), (54.1, 180), (123.4, 165.1), (74, 200), (18.5, 100)]:
    value = body_mass_index(weight, height)
    names = ["severe_thinness", "moderate_thinness", "mild_thinness", "normal", "overweight"]
    names += ["obesity_class_1", "obesity_class_2", "obesity_class_3"]
    limits = [D(limit) for limit in ["16", "17", "18.5", "25", "30", "35", "40"]]
    category = names[sum(value >= limit for limit in limits)]
    case("bmi", {"weight": weight, "height": height}, bmi=(value, 2), bmi_prime=(value / 25, 3), category=category)
for bmi, height in [(22, 170), (18.5, 168), (27.3, 189.5)]:
    case("weight-for-bmi", {"height": height, "bmi": bmi}, weight_kg=(D(str(bmi)) * (D(str(height)) / 100) ** 2, 2))


# --- Body surface area -----------------------------------------------------------------------------------------
def surface(method, weight, height):
    w, h = D(str(weight)), D(str(height))
    grams = w * 1000
    return {
        "mosteller": lambda: (w * h / 3600).sqrt(),
        "du_bois": lambda: D("0.007184") * w ** D("0.425") * h ** D("0.725"),
        "haycock": lambda: D("0.024265") * w ** D("0.5378") * h ** D("0.3964"),
        "gehan_george": lambda: D("0.0235") * w ** D("0.51456") * h ** D("0.42246"),
        "boyd": lambda: D("0.0003207") * grams ** (D("0.7285") - D("0.0188") * lg(grams)) * h ** D("0.3"),
        "fujimoto": lambda: D("0.008883") * w ** D("0.444") * h ** D("0.663"),
        "takahira": lambda: D("0.007241") * w ** D("0.425") * h ** D("0.725"),
    }[method]()


for method in ["mosteller", "du_bois", "haycock", "gehan_george", "boyd", "fujimoto", "takahira"]:
    for weight, height in [(62, 165), (3.5, 51), (20.4, 113.5), (135, 193)]:
        given = {"weight": weight, "height": height, "method": method}
        case("body-surface-area", given, body_surface_area_m2=(surface(method, weight, height), 3))

# --- Ideal and adjusted body weight ----------------------------------------------------------------------------
IDEAL = {
    "devine": {"male": ("50", "2.3"), "female": ("45.5", "2.3")},
    "robinson": {"male": ("52", "1.9"), "female": ("49", "1.7")},
    "miller": {"male": ("56.2", "1.41"), "female": ("53.1", "1.36")},
    "hamwi": {"male": ("48", "2.7"), "female": ("45.5", "2.2")},
}


def ideal(method, gender, height):
    base, slope = map(D, IDEAL[method][gender])
    return base + slope * (D(str(height)) / D("2.54") - 60)


for method in IDEAL:
    for gender in ["male", "female"]:
        for height in [148, 165, 178, 199.5]:
            given = {"gender": gender, "height": height, "method": method}
            case("ideal-body-weight", given, ideal_body_weight_kg=(ideal(method, gender, height), 2))
        perfect = ideal(method, gender, 170)
        adjusted = perfect + D("0.4") * (110 - perfect)
        given = {"gender": gender, "weight": 110, "height": 170, "method": method}
        case(
            "adjusted-body-weight",
            given,
            adjusted_body_weight_kg=(adjusted, 2),
            ideal_body_weight_kg=(perfect, 2),
            percent_of_ideal_weight=(11000 / perfect, 2),
        )
lemmens = {"gender": "female", "height": 161, "method": "lemmens"}
case("ideal-body-weight", lemmens, ideal_body_weight_kg=(22 * D("1.61") ** 2, 2))
for frame, factor in [("small", "0.9"), ("medium", "1"), ("large", "1.1")]:
    given = {"gender": "male", "height": 183, "method": "hamwi", "body_frame": frame}
    case("ideal-body-weight", given, ideal_body_weight_kg=(ideal("hamwi", "male", 183) * D(factor), 2))


# --- Lean body mass --------------------------------------------------------------------------------------------
def lean(method, gender, weight, height):
    w, h = D(str(weight)), D(str(height))
    male = gender == "male"
    if method == "boer":
        return D("0.407") * w + D("0.267") * h - D("19.2") if male else D("0.252") * w + D("0.473") * h - D("48.3")
    if method == "james":
        return D("1.1") * w - 128 * (w / h) ** 2 if male else D("1.07") * w - 148 * (w / h) ** 2
    if method == "hume":
        if male:
            return D("0.32810") * w + D("0.33929") * h - D("29.5336")
        return D("0.29569") * w + D("0.41813") * h - D("43.2933")
    if method == "janmahasatian":
        bmi = body_mass_index(weight, height)
        return 9270 * w / (6680 + 216 * bmi) if male else 9270 * w / (8780 + 244 * bmi)
    return D("3.8") * D("0.0215") * w ** D("0.6469") * h ** D("0.7236")


for method in ["boer", "james", "hume", "janmahasatian", "peters"]:
    people = [(40, 153), (22.5, 120)] if method == "peters" else [(85, 182), (60, 165), (104.3, 171.4)]
    for gender in ["male", "female"]:
        for weight, height in people:
            value = lean(method, gender, weight, height)
            given = {"gender": gender, "weight": weight, "height": height, "method": method}
            fat = 100 * (1 - value / D(str(weight)))
            case("lean-body-mass", given, lean_body_mass_kg=(value, 2), body_fat_percent=(fat, 2))


# --- Body fat: American Council on Exercise bands --------------------------------------------------------------
def band(gender, percent):
    limits = {"male": [2, 6, 14, 18, 25], "female": [10, 14, 21, 25, 32]}[gender]
    names = ["below_essential", "essential", "athlete", "fitness", "average", "obese"]
    return names[sum(percent >= limit for limit in limits)]


def siri(density):
    return D(495) / density - 450


def brozek(density):
    return D(457) / density - D("414.2")


tapes = [
    {"gender": "male", "height": 178, "neck": 38, "waist": 88},
    {"gender": "male", "height": 185.4, "neck": 41.5, "waist": 118},
    {"gender": "male", "height": 170, "neck": 39, "waist": 74},
    {"gender": "female", "height": 165, "neck": 33, "waist": 75, "hip": 98},
    {"gender": "female", "height": 158.5, "neck": 36, "waist": 96, "hip": 118.5},
]
for given in tapes:
    measure = {name: D(str(value)) for name, value in given.items() if name != "gender"}
    if given["gender"] == "male":
        girth = lg(measure["waist"] - measure["neck"])
        density = D("1.0324") - D("0.19077") * girth + D("0.15456") * lg(measure["height"])
    else:
        girth = lg(measure["waist"] + measure["hip"] - measure["neck"])
        density = D("1.29579") - D("0.35004") * girth + D("0.22100") * lg(measure["height"])
    fat = siri(density)
    case("body-fat", given, body_fat_percent=(fat, 2), category=band(given["gender"], fat))

LB, IN = D("0.45359237"), D("2.54")
for gender, weight, waist in [("male", 80, 85), ("male", 112, 118.4), ("female", 58, 70), ("female", 83.2, 96)]:
    pounds, inches = D(str(weight)) / LB, D(str(waist)) / IN
    if gender == "male":
        fat = D("-26.97") - D("0.12") * pounds + D("1.99") * inches
    else:
        fat = D("-9.15") - D("0.015") * pounds + D("1.27") * inches
    given = {"gender": gender, "weight": weight, "waist": waist, "method": "army"}
    case("body-fat", given, body_fat_percent=(fat, 2), category=band(gender, fat))


def fat_of_bmi(method, male, age, bmi):
    b, a = D(str(bmi)), D(age)
    if method == "deurenberg":
        if age <= 15:
            return D("1.51") * b - D("0.70") * a - (D("3.6") if male else 0) + D("1.4")
        return D("1.20") * b + D("0.23") * a - (D("10.8") if male else 0) - D("5.4")
    if method == "gallagher":
        base = D("64.5") - 848 / b + D("0.079") * a
        return base - D("16.4") + D("0.05") * a + D("39.0") / b if male else base
    base = D("-44.988") + D("0.503") * a + D("3.172") * b - D("0.026") * b * b - D("0.02") * b * a
    base += D("0.00021") * b * b * a
    return base if male else base + D("10.689") + D("0.181") * b - D("0.005") * b * b


for method in ["deurenberg", "gallagher", "cun_bae"]:
    for gender in ["male", "female"]:
        for age, bmi in [(35, 27), (62, 23.4), (19, 33.1)]:
            fat = fat_of_bmi(method, gender == "male", age, bmi)
            given = {"gender": gender, "age": age, "bmi": bmi, "method": method}
            case("body-fat", given, body_fat_percent=(fat, 2), category=band(gender, fat))
for gender in ["male", "female"]:
    for age in [15, 16]:
        fat = fat_of_bmi("deurenberg", gender == "male", age, 21)
        case("body-fat", {"gender": gender, "age": age, "bmi": 21}, body_fat_percent=(fat, 2))


# --- Skinfolds -------------------------------------------------------------------------------------------------
def folds(sites, values):
    return {f"{site}_skinfold": value for site, value in zip(sites, values)}


JP = {
    ("jackson_pollock_3", "male"): (["chest", "abdomen", "thigh"], "1.10938", "0.0008267", "0.0000016", "0.0002574"),
    ("jackson_pollock_3", "female"): (
        ["triceps", "suprailiac", "thigh"], "1.0994921", "0.0009929", "0.0000023", "0.0001392"),
    ("jackson_pollock_7", "male"): (
        ["chest", "midaxillary", "triceps", "subscapular", "abdomen", "suprailiac", "thigh"],
        "1.112", "0.00043499", "0.00000055", "0.00028826"),
    ("jackson_pollock_7", "female"): (
        ["chest", "midaxillary", "triceps", "subscapular", "abdomen", "suprailiac", "thigh"],
        "1.097", "0.00046971", "0.00000056", "0.00012828"),
}
for (method, gender), (sites, constant, linear, square, year) in JP.items():
    for age, thickness in [(35, 15), (20, 9.5), (54, 27)]:
        values = [thickness + step for step in range(len(sites))]
        total = sum(D(str(value)) for value in values)
        density = D(constant) - D(linear) * total + D(square) * total**2 - D(year) * age
        for conversion, convert in [("siri", siri), ("brozek", brozek)]:
            fat = convert(density)
            given = {"gender": gender, "age": age, "method": method, "conversion": conversion, **folds(sites, values)}
            case(
                "skinfold-body-fat",
                given,
                body_fat_percent=(fat, 2),
                body_density_g_per_cm3=(density, 5),
                sum_of_skinfolds_mm=(total, 1),
                category=band(gender, fat),
            )
JP4 = {"male": ("0.29288", "0.0005", "0.15845", "-5.76377"), "female": ("0.29669", "0.00043", "0.02963", "1.4072")}
for gender, coefficients in JP4.items():
    linear, square, year, constant = map(D, coefficients)
    for age, values in [(40, [12, 16, 22, 15]), (24, [20, 18, 25, 30])]:
        total = D(sum(values))
        fat = linear * total - square * total**2 + year * age + constant
        given = {"gender": gender, "age": age, "method": "jackson_pollock_4"}
        given |= folds(["triceps", "suprailiac", "abdomen", "thigh"], values)
        case("skinfold-body-fat", given, body_fat_percent=(fat, 2), category=band(gender, fat))
DURNIN = {
    "male": [(16, "1.1533", "0.0643"), (17, "1.1620", "0.0630"), (19, "1.1620", "0.0630"), (20, "1.1631", "0.0632"),
             (29, "1.1631", "0.0632"), (30, "1.1422", "0.0544"), (33, "1.1422", "0.0544"), (40, "1.1620", "0.0700"),
             (50, "1.1715", "0.0779"), (72, "1.1715", "0.0779")],
    "female": [(16, "1.1549", "0.0678"), (19, "1.1549", "0.0678"), (20, "1.1599", "0.0717"), (30, "1.1423", "0.0632"),
               (47, "1.1333", "0.0612"), (50, "1.1339", "0.0645"), (68, "1.1339", "0.0645")],
}
for gender, lines in DURNIN.items():
    for age, constant, slope in lines:
        values = [6, 12, 16, 18] if gender == "male" else [10, 20, 18, 22]
        density = D(constant) - D(slope) * lg(sum(values))
        given = {"gender": gender, "age": age, "method": "durnin_womersley"}
        given |= folds(["biceps", "triceps", "subscapular", "suprailiac"], values)
        case("skinfold-body-fat", given, body_fat_percent=(siri(density), 2), body_density_g_per_cm3=(density, 5))

CONSTANTS = {"white": ["1.7", "3.4", "5.5"], "black": ["3.2", "5.2", "6.8"]}
for population, constants in CONSTANTS.items():
    for maturity, constant in zip(["prepubescent", "pubescent", "postpubescent"], constants):
        given = {"gender": "male", "age": 13, "method": "triceps_subscapular", "triceps_skinfold": 12,
                 "subscapular_skinfold": 11, "maturity": maturity, "population": population}
        fat = D("1.21") * 23 - D("0.008") * 23**2 - D(constant)
        case("child-body-fat", given, body_fat_percent=(fat, 2))
for gender, slope, constant in [("male", "0.783", "1.6"), ("female", "0.546", "9.7")]:
    given = {"gender": gender, "age": 16, "method": "triceps_subscapular", "triceps_skinfold": 18,
             "subscapular_skinfold": 17.1}
    case("child-body-fat", given, body_fat_percent=(D(slope) * D("35.1") + D(constant), 2))
for gender, slope, constant in [("male", "0.735", "1.0"), ("female", "0.610", "5.1")]:
    given = {"gender": gender, "age": 9, "triceps_skinfold": 11.5, "calf_skinfold": 13}
    case("child-body-fat", given, body_fat_percent=(D(slope) * D("24.5") + D(constant), 2))

# --- Indices of height, waist and hip --------------------------------------------------------------------------
for gender, height, waist, age in [("male", 175, 90, 30), ("female", 165, 80, 20), ("male", 182, 121, 15),
                                   ("female", 171, 70, 15), ("male", 140, 65, 14), ("female", 133, 62, 8)]:
    ratio = D(height) / D(waist)
    child = age <= 14
    base = {"male": 74 if child else 64, "female": 79 if child else 76}[gender]
    fat = base - (22 if child else 20) * ratio
    given = {"gender": gender, "height": height, "waist": waist, "age": age}
    case("relative-fat-mass", given, relative_fat_mass_percent=(fat, 2))
for waist, height, category in [(92, 180, "increased"), (71.9, 180, "low"), (72, 180, "healthy"),
                                (108, 180, "high"), (107.9, 180, "increased"), (84.4, 168.9, "healthy")]:
    case("waist-to-height-ratio", {"waist": waist, "height": height},
         waist_to_height_ratio=(D(str(waist)) / D(str(height)), 3), category=category)
for gender, waist, hip, risk, waist_risk in [
    ("male", 89.9, 100, "not_increased", "not_increased"), ("male", 94.1, 105, "not_increased", "increased"),
    ("male", 102, 110, "substantially_increased", "increased"), ("female", 80, 95, "not_increased", "not_increased"),
    ("female", 85, 100, "substantially_increased", "increased"),
    ("female", 88.1, 120, "not_increased", "substantially_increased"),
]:
    case("waist-to-hip-ratio", {"gender": gender, "waist": waist, "hip": hip},
         waist_to_hip_ratio=(D(str(waist)) / hip, 3), risk=risk, waist_risk=waist_risk)

# Rows of table S1 of Krakauer and Krakauer (smoothed mean and standard deviation).
TABLE_S1 = {
    ("male", 2): ("0.07890", "0.00384"), ("male", 18): ("0.07702", "0.00378"), ("male", 40): ("0.08087", "0.00370"),
    ("male", 64): ("0.08506", "0.00361"), ("male", 84): ("0.08742", "0.00353"), ("male", 85): ("0.08811", "0.00356"),
    ("male", 99): ("0.08811", "0.00356"), ("female", 10): ("0.07899", "0.00386"),
    ("female", 25): ("0.07735", "0.00427"), ("female", 50): ("0.07947", "0.00487"),
    ("female", 75): ("0.08363", "0.00541"), ("female", 85): ("0.08533", "0.00528"),
}
for (gender, age), (mean, deviation) in TABLE_S1.items():
    weight, height, waist = (14, 90, 50) if age == 2 else (35, 140, 62) if age == 10 else (71.5, 171, 90)
    absi = D(str(waist)) / 100 / (body_mass_index(weight, height) ** (D(2) / 3) * (D(height) / 100).sqrt())
    z = (absi - D(mean)) / D(deviation)
    given = {"gender": gender, "age": age, "weight": weight, "height": height, "waist": waist}
    expected = {"absi": (absi, 5), "absi_z_score": (z, 3)}
    if age >= 18:
        names = ["very_low", "low", "average", "high", "very_high"]
        expected["mortality_risk"] = names[sum(z >= D(limit) for limit in ["-0.868", "-0.272", "0.229", "0.798"])]
    case("body-shape-index", given, **expected)
given = {"gender": "female", "age": 50, "weight": 65, "height": 165, "waist": 90}
absi = D("0.9") / (body_mass_index(65, 165) ** (D(2) / 3) * D("1.65").sqrt())
case("body-shape-index", given, absi=(absi, 5), absi_z_score=((absi - D("0.07947")) / D("0.00487"), 3))

for height, waist in [(172, 95), (181, 91), (160, 110), (190, 75.5), (165, 78), (175, 115)]:
    value = D("364.2") - D("365.5") * (1 - (D(str(waist)) / (2 * PI)) ** 2 / (D(height) / 2) ** 2).sqrt()
    names = ["lowest", "low", "middle", "high", "highest"]
    category = names[sum(value >= D(limit) for limit in ["3.41", "4.45", "5.46", "6.91"])]
    case("body-roundness-index", {"height": height, "waist": waist}, body_roundness_index=(value, 2), category=category)
for height, hip in [(170, 100), (183.5, 97), (158, 121)]:
    case("body-adiposity-index", {"height": height, "hip": hip},
         body_adiposity_index_percent=(D(hip) / (D(str(height)) / 100) ** D("1.5") - 18, 2))
for weight, height, waist in [(75, 175, 85), (58.4, 162, 71), (118, 179, 127)]:
    value = D(waist) / 100 / (D("0.109") * (D(str(weight)) / (D(height) / 100)).sqrt())
    case("conicity-index", {"weight": weight, "height": height, "waist": waist}, conicity_index=(value, 3))
for weight, height in [(70, 172), (3.4, 51), (104, 169)]:
    case("ponderal-index", {"weight": weight, "height": height},
         ponderal_index=(D(str(weight)) / (D(height) / 100) ** 3, 2))
    case("ponderal-index", {"weight": weight, "height": height, "method": "sheldon"},
         ponderal_index=(D(height) / D(str(weight)) ** (D(1) / 3), 2))
case("ponderal-index", {"weight": 3.4, "height": 51, "method": "newborn"}, ponderal_index=(D(340000) / 51**3, 2))

# --- Fat-free mass, water, blood, frame ------------------------------------------------------------------------
for weight, height, body_fat in [(78, 176, 18), (92.5, 171, 12.5), (61, 168, 27)]:
    fat = D(str(weight)) * D(str(body_fat)) / 100
    free = D(str(weight)) - fat
    square = (D(height) / 100) ** 2
    case("fat-free-mass-index", {"weight": weight, "height": height, "body_fat": body_fat},
         ffmi=(free / square, 2), normalized_ffmi=(free / square + D("6.3") * (D("1.8") - D(height) / 100), 2),
         fmi=(fat / square, 2), fat_free_mass_kg=(free, 2), fat_mass_kg=(fat, 2))
for gender, weight, height, age in [("male", 82, 178, 40), ("male", 66.6, 169, 77), ("female", 60, 165, 33),
                                    ("female", 97, 172, 51)]:
    w, h = D(str(weight)), D(height)
    watson = (D("2.447") - D("0.09516") * age + D("0.1074") * h + D("0.3362") * w if gender == "male"
              else D("-2.097") + D("0.1069") * h + D("0.2466") * w)
    weyers = (D("0.194786") * h + D("0.296785") * w - D("14.012934") if gender == "male"
              else D("0.344547") * h + D("0.183809") * w - D("35.270121"))
    for method, value in [("watson", watson), ("hume_weyers", weyers)]:
        given = {"gender": gender, "weight": weight, "height": height, "age": age, "method": method}
        case("total-body-water", given, total_body_water_l=(value, 2), share_of_weight_percent=(100 * value / w, 2))
    cube = (h / 100) ** 3
    nadler = (D("0.3669") * cube + D("0.03219") * w + D("0.6041") if gender == "male"
              else D("0.3561") * cube + D("0.03308") * w + D("0.1833"))
    case("blood-volume", {"gender": gender, "weight": weight, "height": height},
         blood_volume_l=(nadler, 3), blood_volume_ml_per_kg=(1000 * nadler / w, 2))
for gender, height, wrist, frame in [
    ("male", 180, 17.5, "medium"), ("male", 182, 17.5, "medium"), ("male", 182.1, 17.5, "small"),
    ("male", 168, 17.5, "medium"), ("male", 167.9, 17.5, "large"), ("female", 165, 15, "medium"),
    ("female", 165.1, 15, "small"), ("female", 161.6, 16, "medium"), ("female", 161.5, 16, "large"),
]:
    case("frame-size", {"gender": gender, "height": height, "wrist": wrist},
         height_to_wrist_ratio=(D(str(height)) / D(str(wrist)), 3), frame_size=frame)

write_cases("body", cases)
