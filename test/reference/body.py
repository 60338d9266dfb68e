"""Body size and composition, written from the papers and not from our code."""

from math import log10, pi, sqrt

from classes import class_above, class_of, exceeds
from refused import Refused, need

POUND, INCH = 0.45359237, 2.54


def quetelet(weight, height):
    """Body mass index: Keys, J Chronic Dis 1972;25:329, 10.1016/0021-9681(72)90027-6."""
    metres = height / 100
    return weight / (metres * metres)


def weight_of(bmi, height):
    metres = height / 100
    return bmi * (metres * metres)


def must_be_adult(age, since=18):
    if age is not None and age < since:
        raise Refused


# --- Body mass index: WHO TRS 894 (2000); Lancet 2004;363:157, 10.1016/S0140-6736(03)15268-3; Lipschitz 1994 ---
WHO_NAMES = ["severe_thinness", "moderate_thinness", "mild_thinness", "normal", "overweight"]
WHO_NAMES += ["obesity_class_1", "obesity_class_2", "obesity_class_3"]
ASIAN_NAMES = ["underweight", "acceptable_risk", "increased_risk", "high_risk"]


def older_class(bmi):
    # Normal is 22 to 27: 27 is not yet overweight, as 22 is not yet too little.
    if exceeds(bmi, 27):
        return "overweight"
    return class_of(bmi, [22], ["underweight", "normal"])


BMI = {
    "who": (lambda bmi: class_of(bmi, [16, 17, 18.5, 25, 30, 35, 40], WHO_NAMES), 18.5, 24.9),
    "asian": (lambda bmi: class_of(bmi, [18.5, 23, 27.5], ASIAN_NAMES), 18.5, 22.9),
    "older_adults": (older_class, 22, 27),
}


def bmi(given):
    age, method, height = given["age"], given["method"], given["height"]
    must_be_adult(age, 60 if method == "older_adults" else 20)
    value = quetelet(given["weight"], height)
    class_by, low, high = BMI[method]
    return {
        "bmi": value,
        "bmi_prime": value / 25,
        "category": class_by(value),
        "healthy_weight_kg": {"min": weight_of(low, height), "max": weight_of(high, height)},
    }


def weight_for_bmi(given):
    return {"weight_kg": weight_of(given["bmi"], given["height"])}


# --- Body surface area: Mosteller 1987, Du Bois 1916, Haycock 1978, Gehan and George 1970, Boyd 1935, Fujimoto 1968,
# Takahira 1925 ---
SURFACES = {
    "mosteller": lambda w, h: sqrt(w * h / 3600),
    "du_bois": lambda w, h: 0.007184 * w**0.425 * h**0.725,
    "haycock": lambda w, h: 0.024265 * w**0.5378 * h**0.3964,
    "gehan_george": lambda w, h: 0.0235 * w**0.51456 * h**0.42246,
    "boyd": lambda w, h: 0.0003207 * (1000 * w) ** (0.7285 - 0.0188 * log10(1000 * w)) * h**0.3,
    "fujimoto": lambda w, h: 0.008883 * w**0.444 * h**0.663,
    "takahira": lambda w, h: 0.007241 * w**0.425 * h**0.725,
}


def body_surface_area(given):
    return {"body_surface_area_m2": SURFACES[given["method"]](given["weight"], given["height"])}


# --- Ideal weight: Devine 1974, Robinson 1983, Miller 1983, Hamwi 1964, Lemmens 2005; adjusted: Bauer 1983 ---
IDEAL = {
    "devine": {"male": (50, 2.3), "female": (45.5, 2.3)},
    "robinson": {"male": (52, 1.9), "female": (49, 1.7)},
    "miller": {"male": (56.2, 1.41), "female": (53.1, 1.36)},
    "hamwi": {"male": (48, 2.7), "female": (45.5, 2.2)},
}


def ideal_weight(method, gender, height):
    base, per_inch = IDEAL[method][gender]
    return base + per_inch * (height / INCH - 60)


def ideal_body_weight(given):
    height, frame, method = given["height"], given["body_frame"], given["method"]
    if method is None:
        method = "hamwi" if frame else "devine"
    if frame and method != "hamwi":
        raise Refused
    ideal = weight_of(22, height) if method == "lemmens" else ideal_weight(method, given["gender"], height)
    if frame:
        ideal *= {"small": 0.9, "medium": 1, "large": 1.1}[frame]
    return {
        "ideal_body_weight_kg": ideal,
        "healthy_weight_kg": {"min": weight_of(18.5, height), "max": weight_of(24.9, height)},
    }


def adjusted_body_weight(given):
    weight = given["weight"]
    ideal = ideal_weight(given["method"], given["gender"], given["height"])
    if exceeds(ideal, weight):
        raise Refused
    return {
        "adjusted_body_weight_kg": ideal + given["factor"] * (weight - ideal),
        "ideal_body_weight_kg": ideal,
        "percent_of_ideal_weight": 100 * weight / ideal,
    }


# --- Lean body mass: Boer 1984, 10.1152/ajprenal.1984.247.4.F632; James 1976; Hume 1966, 10.1136/jcp.19.4.389;
# Janmahasatian 2005, 10.2165/00003088-200544100-00004; Peters 2011 ---
LEAN = {
    ("boer", "male"): lambda w, h: 0.407 * w + 0.267 * h - 19.2,
    ("boer", "female"): lambda w, h: 0.252 * w + 0.473 * h - 48.3,
    ("james", "male"): lambda w, h: 1.1 * w - 128 * (w / h) ** 2,
    ("james", "female"): lambda w, h: 1.07 * w - 148 * (w / h) ** 2,
    ("hume", "male"): lambda w, h: 0.32810 * w + 0.33929 * h - 29.5336,
    ("hume", "female"): lambda w, h: 0.29569 * w + 0.41813 * h - 43.2933,
    ("janmahasatian", "male"): lambda w, h: 9270 * w / (6680 + 216 * quetelet(w, h)),
    ("janmahasatian", "female"): lambda w, h: 9270 * w / (8780 + 244 * quetelet(w, h)),
    ("peters", "male"): lambda w, h: 3.8 * (0.0215 * w**0.6469 * h**0.7236),
    ("peters", "female"): lambda w, h: 3.8 * (0.0215 * w**0.6469 * h**0.7236),
}


def lean_body_mass(given):
    weight, height, age, method, gender = (given[name] for name in ("weight", "height", "age", "method", "gender"))
    if method == "peters":
        if age is not None and age > 14:
            raise Refused
    else:
        must_be_adult(age)
    if method == "james":
        # The parabola of James in the BMI has its vertex at a / 2b.
        vertex = 1.1 / (2 * 128) if gender == "male" else 1.07 / (2 * 148)
        if exceeds(quetelet(weight, height), 1e4 * vertex):
            raise Refused
    lean = LEAN[method, gender](weight, height)
    return {"lean_body_mass_kg": lean, "body_fat_percent": 100 * (1 - lean / weight)}


# --- Body fat: bands of the American Council on Exercise ---
BAND_NAMES = ["below_essential", "essential", "athlete", "fitness", "average", "obese"]
BANDS = {"male": [2, 6, 14, 18, 25], "female": [10, 14, 21, 25, 32]}


def band(gender, percent, age):
    return None if age is not None and age < 18 else class_of(percent, BANDS[gender], BAND_NAMES)


def siri(density):
    return 495 / density - 450


def brozek(density):
    return 457 / density - 414.2


def navy(given, male):
    """Hodgdon and Beckett, Naval Health Research Center reports 84-11 and 84-29, 1984; everything in cm."""
    height, neck, waist, hip = given["height"], given["neck"], given["waist"], given["hip"]
    need(height, neck, waist)
    if waist <= neck:
        raise Refused
    if male:
        return siri(1.0324 - 0.19077 * log10(waist - neck) + 0.15456 * log10(height))
    need(hip)
    return siri(1.29579 - 0.35004 * log10(waist + hip - neck) + 0.22100 * log10(height))


def army(given, male):
    """Army Directive 2023-11: one tape; pounds and inches."""
    need(given["weight"], given["waist"])
    pounds, inches = given["weight"] / POUND, given["waist"] / INCH
    return -26.97 - 0.12 * pounds + 1.99 * inches if male else -9.15 - 0.015 * pounds + 1.27 * inches


def bmi_and_age(given):
    need(given["age"])
    if given["bmi"] is not None:
        return given["bmi"], given["age"]
    need(given["weight"], given["height"])
    return quetelet(given["weight"], given["height"]), given["age"]


def deurenberg(given, male):
    """Br J Nutr 1991;65:105, 10.1079/BJN19910073."""
    b, a = bmi_and_age(given)
    if a <= 15:
        return 1.51 * b - 0.70 * a - (3.6 if male else 0) + 1.4
    return 1.20 * b + 0.23 * a - (10.8 if male else 0) - 5.4


def gallagher(given, male):
    """Am J Clin Nutr 2000;72:694, 10.1093/ajcn/72.3.694."""
    b, a = bmi_and_age(given)
    women = 64.5 - 848 / b + 0.079 * a
    return women - 16.4 + 0.05 * a + 39.0 / b if male else women


def cun_bae(given, male):
    """Diabetes Care 2012;35:383, 10.2337/dc11-1334; the paper codes women as 1."""
    b, a = bmi_and_age(given)
    men = -44.988 + 0.503 * a + 3.172 * b - 0.026 * b * b - 0.02 * b * a + 0.00021 * b * b * a
    return men if male else men + 10.689 + 0.181 * b - 0.005 * b * b


# Each equation with the youngest age of its sample.
FAT = {
    "navy": (navy, 17), "army": (army, 17), "deurenberg": (deurenberg, 7), "gallagher": (gallagher, 18),
    "cun_bae": (cun_bae, 18),
}


def body_fat(given):
    weight, gender, age, method = given["weight"], given["gender"], given["age"], given["method"]
    if given["bmi"] is not None and weight is not None and given["height"] is not None:
        raise Refused
    if method is None:
        method = "deurenberg" if given["neck"] is None or given["waist"] is None else "navy"
    equation, youngest = FAT[method]
    must_be_adult(age, youngest)
    percent = equation(given, gender == "male")
    results = {"body_fat_percent": percent, "category": band(gender, percent, age)}
    if weight is not None:
        results["fat_mass_kg"] = weight * percent / 100
        results["lean_mass_kg"] = weight * (1 - percent / 100)
    return results


# --- Skinfolds: Jackson and Pollock, Br J Nutr 1978;40:497, 10.1079/BJN19780152; Jackson, Pollock and Ward 1980; four
# sites: Jackson and Pollock 1985; Durnin and Womersley, Br J Nutr 1974;32:77, 10.1079/BJN19740060 ---
SEVEN = ["chest", "midaxillary", "triceps", "subscapular", "abdomen", "suprailiac", "thigh"]
FOUR = ["triceps", "suprailiac", "abdomen", "thigh"]
FOLDS = {
    ("jackson_pollock_3", "male"): (["chest", "abdomen", "thigh"], 1.10938, 0.0008267, 0.0000016, 0.0002574),
    ("jackson_pollock_3", "female"): (["triceps", "suprailiac", "thigh"], 1.0994921, 0.0009929, 0.0000023, 0.0001392),
    ("jackson_pollock_7", "male"): (SEVEN, 1.112, 0.00043499, 0.00000055, 0.00028826),
    ("jackson_pollock_7", "female"): (SEVEN, 1.097, 0.00046971, 0.00000056, 0.00012828),
    ("jackson_pollock_4", "male"): (FOUR, -5.76377, 0.29288, 0.0005, 0.15845),
    ("jackson_pollock_4", "female"): (FOUR, 1.4072, 0.29669, 0.00043, 0.02963),
}
# The line below 17 years for boys is that of Durnin and Rahaman 1967.
DURNIN = {
    "male": [(50, 1.1715, 0.0779), (40, 1.1620, 0.0700), (30, 1.1422, 0.0544), (20, 1.1631, 0.0632),
             (17, 1.1620, 0.0630), (0, 1.1533, 0.0643)],
    "female": [(50, 1.1339, 0.0645), (40, 1.1333, 0.0612), (30, 1.1423, 0.0632), (20, 1.1599, 0.0717),
               (0, 1.1549, 0.0678)],
}
OLDEST = {"male": 61, "female": 55}


def sum_of(given, sites):
    total = 0
    for site in sites:
        fold = given[site + "_skinfold"]
        if fold is None:
            raise Refused
        total += fold
    return total


def skinfold_body_fat(given):
    gender, age, method = given["gender"], given["age"], given["method"]
    density = None
    if method == "durnin_womersley":
        total = sum_of(given, ["biceps", "triceps", "subscapular", "suprailiac"])
        constant, slope = next((c, m) for since, c, m in DURNIN[gender] if age >= since)
        density = constant - slope * log10(total)
    else:
        if not 18 <= age <= OLDEST[gender]:
            raise Refused
        sites, constant, linear, square, year = FOLDS[method, gender]
        total = sum_of(given, sites)
        if total > linear / (2 * square):  # the parabola turns: thicker folds would be less fat
            raise Refused
        if method == "jackson_pollock_4":
            fat = constant + linear * total - square * total**2 + year * age
        else:
            density = constant - linear * total + square * total**2 - year * age
    if density is not None:
        fat = (siri if given["conversion"] == "siri" else brozek)(density)
    return {
        "body_fat_percent": fat,
        "body_density_g_per_cm3": density,
        "sum_of_skinfolds_mm": total,
        "category": band(gender, fat, age),
    }


# --- Children's skinfolds: Slaughter, Hum Biol 1988;60:709 ---
STAGES = ["prepubescent", "pubescent", "postpubescent"]
BOYS = {"white": dict(zip(STAGES, [1.7, 3.4, 5.5])), "black": dict(zip(STAGES, [3.2, 5.2, 6.8]))}


def child_body_fat(given):
    boy = given["gender"] == "male"
    if given["method"] == "triceps_calf":
        total = sum_of(given, ["triceps", "calf"])
        fat = 0.735 * total + 1.0 if boy else 0.610 * total + 5.1
    else:
        total = sum_of(given, ["triceps", "subscapular"])
        if exceeds(total, 35):
            fat = 0.783 * total + 1.6 if boy else 0.546 * total + 9.7
        elif boy:
            need(given["maturity"], given["population"])
            fat = 1.21 * total - 0.008 * total**2 - BOYS[given["population"]][given["maturity"]]
        else:
            fat = 1.33 * total - 0.013 * total**2 - 2.5
    return {"body_fat_percent": fat, "sum_of_skinfolds_mm": total}


# --- Indices of height, waist and hip ---
def relative_fat_mass(given):
    """Woolcott and Bergman, Sci Rep 2018;8:10980, 10.1038/s41598-018-29362-1; children 8 to 14: 2019; classes: 2020."""
    male, age = given["gender"] == "male", given["age"]
    must_be_adult(age, 8)
    ratio = given["height"] / given["waist"]
    if age is not None and age <= 14:
        fat = (74 if male else 79) - 22 * ratio
    else:
        fat = (64 if male else 76) - 20 * ratio
    category = None
    if age is None or age >= 20:
        category = class_of(fat, [30 if male else 40], ["not_obese", "obese"])
    return {"relative_fat_mass_percent": fat, "category": category}


def waist_to_height_ratio(given):
    """Browning, Nutr Res Rev 2010;23:247, 10.1017/S0954422410000144; limits from five years: NICE NG246."""
    must_be_adult(given["age"], 5)
    ratio = given["waist"] / given["height"]
    category = class_of(ratio, [0.4, 0.5, 0.6], ["low", "healthy", "increased", "high"])
    return {"waist_to_height_ratio": ratio, "category": category}


def waist_to_hip_ratio(given):
    """WHO Expert Consultation 2008 (Geneva 2011)."""
    male, waist = given["gender"] == "male", given["waist"]
    ratio = waist / given["hip"]
    risk = class_of(ratio, [0.90 if male else 0.85], ["not_increased", "substantially_increased"])
    names = ["not_increased", "increased", "substantially_increased"]
    alone = class_above(waist, [94, 102] if male else [80, 88], names)
    return {"waist_to_hip_ratio": ratio, "category": risk, "risk": risk, "waist_category": alone, "waist_risk": alone}


# Table S1 of Krakauer and Krakauer: mean and standard deviation by completed year from 2 to 85 and older, times 1e5.
ABSI = {
    "male": (
        [
            7890, 7915, 7937, 7955, 7964, 7966, 7958, 7942, 7917, 7886, 7849, 7810, 7772, 7739, 7716, 7703,
            7702, 7711, 7728, 7750, 7777, 7804, 7831, 7858, 7882, 7904, 7922, 7938, 7951, 7963, 7975, 7988,
            8000, 8013, 8027, 8042, 8057, 8072, 8087, 8102, 8117, 8132, 8148, 8165, 8183, 8201, 8221, 8240,
            8260, 8279, 8297, 8315, 8334, 8352, 8369, 8386, 8403, 8419, 8436, 8454, 8471, 8489, 8506, 8522,
            8537, 8551, 8565, 8578, 8591, 8604, 8616, 8629, 8641, 8653, 8665, 8675, 8685, 8695, 8705, 8714,
            8723, 8732, 8742, 8811,
        ],
        [
            384, 384, 383, 383, 382, 382, 382, 381, 381, 381, 380, 380, 380, 379, 379, 378, 378, 378, 377,
            377, 377, 376, 376, 376, 375, 375, 374, 374, 374, 373, 373, 373, 372, 372, 371, 371, 371, 370,
            370, 370, 369, 369, 368, 368, 368, 367, 367, 367, 366, 366, 365, 365, 365, 364, 364, 364, 363,
            363, 362, 362, 362, 361, 361, 360, 360, 360, 359, 359, 359, 358, 358, 357, 357, 357, 356, 356,
            355, 355, 355, 354, 354, 354, 353, 356,
        ],
    ),
    "female": (
        [
            8031, 8016, 8001, 7985, 7969, 7952, 7935, 7917, 7899, 7881, 7863, 7846, 7829, 7814, 7799, 7787,
            7775, 7765, 7757, 7750, 7744, 7740, 7737, 7735, 7734, 7735, 7736, 7739, 7743, 7747, 7752, 7759,
            7766, 7773, 7782, 7790, 7800, 7810, 7820, 7831, 7842, 7854, 7866, 7879, 7892, 7905, 7919, 7933,
            7947, 7962, 7977, 7992, 8007, 8023, 8039, 8055, 8072, 8088, 8105, 8122, 8139, 8156, 8174, 8191,
            8208, 8226, 8243, 8261, 8278, 8296, 8313, 8330, 8346, 8363, 8380, 8396, 8412, 8428, 8444, 8460,
            8476, 8492, 8508, 8533,
        ],
        [
            363, 366, 369, 372, 375, 378, 380, 383, 386, 389, 392, 395, 397, 400, 403, 406, 408, 411, 414,
            416, 419, 422, 424, 427, 429, 432, 435, 437, 440, 442, 445, 447, 450, 452, 454, 457, 459, 462,
            464, 466, 469, 471, 473, 476, 478, 480, 483, 485, 487, 489, 492, 494, 496, 498, 501, 503, 505,
            507, 509, 511, 514, 516, 518, 520, 522, 524, 526, 528, 530, 533, 535, 537, 539, 541, 543, 545,
            547, 549, 551, 553, 555, 557, 559, 528,
        ],
    ),
}
ABSI_NAMES = ["very_low", "low", "average", "high", "very_high"]


def body_shape_index(given):
    """Krakauer and Krakauer, PLoS ONE 2012;7:e39504, 10.1371/journal.pone.0039504; waist in metres."""
    age, height = given["age"], given["height"]
    absi = given["waist"] / 100 / (quetelet(given["weight"], height) ** (2 / 3) * sqrt(height / 100))
    means, deviations = ABSI[given["gender"]]
    row = min(age, 85) - 2
    z = (absi - means[row] / 1e5) / (deviations[row] / 1e5)
    risk = class_of(z, [-0.868, -0.272, 0.229, 0.798], ABSI_NAMES) if age >= 18 else None
    return {"absi": absi, "absi_z_score": z, "category": risk, "mortality_risk": risk}


def body_roundness_index(given):
    """Thomas, Obesity 2013;21:2264, 10.1002/oby.20408; fifths: Zhang, JAMA Netw Open 2024;7:e2415051."""
    value = 364.2 - 365.5 * sqrt(1 - (given["waist"] / (2 * pi)) ** 2 / (given["height"] / 2) ** 2)
    if value < 0:
        raise Refused
    names = ["lowest", "low", "middle", "high", "highest"]
    return {"body_roundness_index": value, "category": class_of(value, [3.41, 4.45, 5.46, 6.91], names)}


def body_adiposity_index(given):
    """Bergman, Obesity 2011;19:1083, 10.1038/oby.2011.38."""
    return {"body_adiposity_index_percent": given["hip"] / (given["height"] / 100) ** 1.5 - 18}


def conicity_index(given):
    """Valdez, J Clin Epidemiol 1991;44:955, 10.1016/0895-4356(91)90059-I."""
    cylinder = 0.109 * sqrt(given["weight"] / (given["height"] / 100))
    return {"conicity_index": given["waist"] / 100 / cylinder}


def ponderal_index(given):
    """Rohrer 1921; newborns: 100 g/cm3; Sheldon 1940."""
    weight, height, method = given["weight"], given["height"], given["method"]
    if method == "rohrer":
        return {"ponderal_index": weight / (height / 100) ** 3, "unit": "kg/m³"}
    if method == "sheldon":
        return {"ponderal_index": height / weight ** (1 / 3), "unit": "cm/∛kg"}
    if height > 65 or weight > 8:
        raise Refused
    return {"ponderal_index": 100 * (1000 * weight) / height**3, "unit": "100·g/cm³"}


# --- Fat-free mass, water, blood, frame ---
def fat_free_mass_index(given):
    """Kouri, Clin J Sport Med 1995;5:223; Schutz, Int J Obes 2002;26:953, 10.1038/sj.ijo.0802037."""
    weight, metres = given["weight"], given["height"] / 100
    fat = weight * given["body_fat"] / 100
    free = weight * (1 - given["body_fat"] / 100)
    ffmi = free / metres**2
    return {
        "ffmi": ffmi,
        "normalized_ffmi": ffmi + 6.3 * (1.8 - metres),
        "fmi": fat / metres**2,
        "fat_free_mass_kg": free,
        "fat_mass_kg": fat,
    }


def total_body_water(given):
    """Watson, Am J Clin Nutr 1980;33:27, 10.1093/ajcn/33.1.27; Hume and Weyers, J Clin Pathol 1971;24:234."""
    male, weight, height, age = given["gender"] == "male", given["weight"], given["height"], given["age"]
    must_be_adult(age, 17)
    if given["method"] == "hume_weyers":
        if male:
            litres = 0.194786 * height + 0.296785 * weight - 14.012934
        else:
            litres = 0.344547 * height + 0.183809 * weight - 35.270121
    elif male:
        need(age)
        litres = 2.447 - 0.09516 * age + 0.1074 * height + 0.3362 * weight
    else:
        litres = -2.097 + 0.1069 * height + 0.2466 * weight
    if not 0 < litres < weight:
        raise Refused
    return {"total_body_water_l": litres, "share_of_weight_percent": 100 * litres / weight}


def blood_volume(given):
    """Nadler, Surgery 1962;51:224."""
    weight, cube = given["weight"], (given["height"] / 100) ** 3
    if given["gender"] == "male":
        litres = 0.3669 * cube + 0.03219 * weight + 0.6041
    else:
        litres = 0.3561 * cube + 0.03308 * weight + 0.1833
    return {"blood_volume_l": litres, "blood_volume_ml_per_kg": 1000 * litres / weight}


def frame_size(given):
    """Grant 1980: men small above 10.4, medium from 9.6; women small above 11.0, medium from 10.1."""
    ratio = given["height"] / given["wrist"]
    medium, small = (9.6, 10.4) if given["gender"] == "male" else (10.1, 11.0)
    frame = "small" if exceeds(ratio, small) else class_of(ratio, [medium], ["large", "medium"])
    return {"height_to_wrist_ratio": ratio, "category": frame, "frame_size": frame}


CALCULATORS = {
    "adjusted-body-weight": adjusted_body_weight,
    "blood-volume": blood_volume,
    "bmi": bmi,
    "body-adiposity-index": body_adiposity_index,
    "body-fat": body_fat,
    "body-roundness-index": body_roundness_index,
    "body-shape-index": body_shape_index,
    "body-surface-area": body_surface_area,
    "child-body-fat": child_body_fat,
    "conicity-index": conicity_index,
    "fat-free-mass-index": fat_free_mass_index,
    "frame-size": frame_size,
    "ideal-body-weight": ideal_body_weight,
    "lean-body-mass": lean_body_mass,
    "ponderal-index": ponderal_index,
    "relative-fat-mass": relative_fat_mass,
    "skinfold-body-fat": skinfold_body_fat,
    "total-body-water": total_body_water,
    "waist-to-height-ratio": waist_to_height_ratio,
    "waist-to-hip-ratio": waist_to_hip_ratio,
    "weight-for-bmi": weight_for_bmi,
}
