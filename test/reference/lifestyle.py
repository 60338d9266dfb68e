"""Reference values of the lifestyle family, written from the papers and not from our code.

    python3 test/reference/lifestyle.py && npx biome format --write calculators/lifestyle/reference

Everything is computed with 50 digits (decimal) and rounded half up at the end. The tests compare
the answers of the calculators with them.
"""

from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal

cases = []


def printed(value, decimals):
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def shown(expected):
    if isinstance(expected, dict):
        return {name: shown(value) for name, value in expected.items()}
    return printed(*expected) if isinstance(expected, tuple) else expected


def case(calculator, given, **expected):
    cases.append({"calculator": calculator, "input": given, "output": shown(expected)})


def d(number):
    return D(str(number))


# --- Sleep (Hirshkowitz 2015): recommended hours, and those that may be appropriate ------------------------------
SLEEP = [
    ("newborn", {"age": 0, "months": 3}, 14, 17, 11, 19),
    ("infant", {"age": 0, "months": 4}, 12, 15, 10, 18),
    ("toddler", {"age": 2}, 11, 14, 9, 16),
    ("preschooler", {"age": 5}, 10, 13, 8, 14),
    ("school_child", {"age": 13}, 9, 11, 7, 12),
    ("teenager", {"age": 14}, 8, 10, 7, 11),
    ("young_adult", {"age": 25}, 7, 9, 6, 11),
    ("adult", {"age": 26}, 7, 9, 6, 10),
    ("older_adult", {"age": 65}, 7, 8, 5, 9),
]
for group, person, low, high, least, most in SLEEP:
    for hours in [least - 0.5, least, low - 0.25, low, high, high + 0.25, most, most + 0.5]:
        if hours < least:
            category = "too_short"
        elif hours < low:
            category = "short"
        elif hours <= high:
            category = "recommended"
        else:
            category = "long" if hours <= most else "too_long"
        ranges = {"min": low, "max": high}, {"min": least, "max": most}
        case(
            "sleep-duration",
            {**person, "hours": hours},
            age_group=group,
            recommended_hours=ranges[0],
            acceptable_hours=ranges[1],
            category=category,
        )


def clock(minutes):
    whole = int((d(minutes) % 1440).quantize(D(1), rounding=ROUND_HALF_UP)) % 1440
    return f"{whole // 60:02d}:{whole % 60:02d}"


def minutes_of(time):
    return int(time[:2]) * 60 + int(time[3:])


for wake, cycles, latency in [("06:30", 5, 15), ("00:10", 4, 20), ("12:00", 8, 0), ("23:59", 1, 14)]:
    bedtime = clock((minutes_of(wake) - 90 * cycles - latency) % 1440)
    given = {"wake_time": wake, "cycles": cycles, "latency": latency}
    case("sleep-cycles", given, bedtime=bedtime, sleep_hours=(D(90 * cycles) / 60, 2))
for asleep, in_bed in [(408, 480), (407.9, 480), (431, 500), (0, 480), (480, 480)]:
    value = 100 * d(asleep) / d(in_bed)
    category = "good" if value >= 85 else "low"
    given = {"asleep": asleep, "in_bed": in_bed}
    case("sleep-efficiency", given, sleep_efficiency_percent=(value, 2), category=category)
for need, nights in [(8, [6.5, 7, 6, 7.5, 6, 9, 8.5]), (7.25, [7.3, 5.1, 0, 8.2, 6.6, 10.4, 9.9]), (7, [9] * 7)]:
    slept = sum(d(night) for night in nights)
    case(
        "sleep-debt",
        {"need": need, "hours": nights},
        sleep_debt_hours=(max(D(0), 7 * d(need) - slept), 2),
        mean_sleep_hours=(slept / 7, 2),
        deficit_hours=(sum(max(D(0), d(need) - d(night)) for night in nights), 2),
        surplus_hours=(sum(max(D(0), d(night) - d(need)) for night in nights), 2),
    )


def middle(start, end):
    length = (minutes_of(end) - minutes_of(start)) % 1440
    return minutes_of(start) + D(length) / 2, length


for work, free in [
    (("23:00", "06:30"), ("00:30", "09:00")),
    (("22:15", "05:30"), ("23:45", "08:20")),
    (("08:00", "15:00"), ("23:30", "06:30")),
    (("12:00", "18:00"), ("00:00", "06:00")),
    (("23:10", "07:05"), ("22:10", "06:00")),
]:
    (a, slept_a), (b, slept_b) = middle(*work), middle(*free)
    shift = min([b - a, b - a + 1440, b - a - 1440], key=lambda way: (abs(way), -way))
    given = dict(zip(["work_sleep_start", "work_sleep_end", "free_sleep_start", "free_sleep_end"], work + free))
    case(
        "social-jet-lag",
        given,
        social_jet_lag_hours=(abs(shift) / 60, 2),
        shift="later" if shift > 0 else "earlier" if shift < 0 else "none",
        mid_sleep_work=clock(a % 1440),
        mid_sleep_free=clock(b % 1440),
        sleep_work_hours=(D(slept_a) / 60, 2),
        sleep_free_hours=(D(slept_b) / 60, 2),
    )

# --- Alcohol -----------------------------------------------------------------------------------------------------
DRINKERS = [("male", 80, 180, 35, 40, 2), ("female", 61.5, 166, 29, 31.2, 0.75), ("male", 94, 187.5, 61, 12, 5)]
for gender, weight, height, age, grams, hours in DRINKERS:
    w, h, a, t = d(weight), d(height), d(grams), d(hours)
    male = gender == "male"
    water = (
        D("2.447") - D("0.09516") * age + D("0.1074") * h + D("0.3362") * w
        if male
        else D("-2.097") + D("0.1069") * h + D("0.2466") * w
    )
    density = D("1.055")
    by = {
        "watson": (D("0.8") * a / water, D("0.15"), D("0.10"), D("0.25"), 1),
        "widmark": (a / (D("0.68" if male else "0.55") * w), D("0.15"), D("0.10"), D("0.25"), density),
        "nhtsa": (D("0.806") * a / (D("0.58" if male else "0.49") * w), D("0.17"), D("0.12"), D("0.20"), 1),
    }
    person = {"gender": gender, "weight": weight, "height": height, "age": age, "alcohol": grams, "hours": hours}
    for method, (peak, rate, slow, fast, litres) in by.items():
        now, least, most = (max(D(0), peak - beta * t) * litres for beta in (rate, fast, slow))
        case(
            "blood-alcohol",
            {**person, "method": method},
            blood_alcohol_g_per_l=(now, 3),
            blood_alcohol_g_per_kg=(now / density, 3),
            blood_alcohol_percent=(now / 10, 4),
            range_g_per_l={"min": (least, 3), "max": (most, 3)},
            hours_until_zero=(now / (rate * litres), 2),
        )
for factor, beta, t in [("0.7", "0.13", 2), ("0.55", "0.25", 4), ("0.82", "0.1", 0)]:
    now = max(D(0), 45 / (D(factor) * 72) - D(beta) * t)
    case(
        "blood-alcohol",
        {"gender": "male", "weight": 72, "alcohol": 45, "hours": t, "widmark_factor": float(factor),
         "elimination_rate": float(beta)},
        blood_alcohol_g_per_kg=(now, 3),
        blood_alcohol_g_per_l=(now * D("1.055"), 3),
        hours_until_zero=(now / D(beta), 2),
    )
for volume, strength in [(330, 4.5), (568, 4), (25, 40), (750, 12.5), (5000, 0.5)]:
    grams = d(volume) * d(strength) / 100 * D("0.789")
    units = {"uk": d(volume) * d(strength) / 1000, "us": grams / 14, "au": grams / 10, "who": grams / 10}
    for method, drinks in units.items():
        given = {"volume": volume, "strength": strength, "method": method}
        case("alcohol-units", given, standard_drinks=(drinks, 3), alcohol_g=(grams, 2))

# --- Smoking: USPSTF 2021 ------------------------------------------------------------------------------------------
for cigarettes, years, age, quit_ago in [
    (15, 24, 60, 0),
    (20, 20, 50, 15),
    (20, 20, 80, 0),
    (20, 20, 49, 0),
    (20, 20, 81, 0),
    (20, 20, 60, 15.1),
    (20, 19.99, 60, 3),
    (12.5, 32, 65, 1),
]:
    value = d(cigarettes) / 20 * d(years)
    recommended = 50 <= age <= 80 and quit_ago <= 15 and value >= 20
    case(
        "pack-years",
        {"cigarettes": cigarettes, "years": years, "age": age, "years_since_quitting": quit_ago},
        pack_years=(value, 2),
        category="screening_limit_reached" if value >= 20 else "below_screening_limit",
        lung_cancer_screening="recommended" if recommended else "not_recommended",
    )

# --- Sweat -----------------------------------------------------------------------------------------------------------
for before, after, minutes, drunk, urine, sodium in [
    (68.2, 67.1, 90, 0.5, 0.2, 45),
    (75, 73.5, 60, 0, 0, 20.5),
    (75, 73.49, 45, 0.33, 0, 60),
    (60, 60.4, 240, 3, 0.6, 35),
]:
    lost = d(before) - d(after)
    sweat = lost + d(drunk) - d(urine)
    percent = 100 * lost / d(before)
    category = "weight_gained" if percent < 0 else "up_to_2_percent" if percent <= 2 else "above_2_percent"
    case(
        "sweat-rate",
        {
            "weight_before": before,
            "weight_after": after,
            "duration": minutes,
            "fluid_intake": drunk,
            "urine": urine,
            "sodium": sodium,
        },
        sweat_rate_l_per_h=(sweat * 60 / minutes, 2),
        sweat_loss_l=(sweat, 2),
        dehydration_percent=(percent, 2),
        category=category,
        sodium_loss_mg=(sweat * d(sodium) * D("22.98976928"), 2),
    )


# --- Heat index: the equations of the Weather Prediction Center, in degrees Fahrenheit ------------------------------
def heat_index(t, rh):
    simple = D("0.5") * (t + 61 + (t - 68) * D("1.2") + rh * D("0.094"))
    if (simple + t) / 2 < 80:
        return simple
    value = (
        D("-42.379")
        + D("2.04901523") * t
        + D("10.14333127") * rh
        - D("0.22475541") * t * rh
        - D("0.00683783") * t * t
        - D("0.05481717") * rh * rh
        + D("0.00122874") * t * t * rh
        + D("0.00085282") * t * rh * rh
        - D("0.00000199") * t * t * rh * rh
    )
    if rh < 13 and 80 <= t <= 112:
        value -= (13 - rh) / 4 * ((17 - abs(t - 95)) / 17).sqrt()
    if rh > 85 and 80 <= t <= 87:
        value += (rh - 85) / 10 * ((87 - t) / 5)
    return value


def celsius(fahrenheit):
    return (fahrenheit - 32) * 5 / 9


for temperature, humidity in [
    (35, 60),
    (35, 10),
    (43.5, 12.9),
    (44.5, 12.5),
    (27, 90),
    (30, 86),
    (30.6, 95),
    (26, 90),
    (26.1, 100),
    (20, 50),
    (5, 30),
    (26.7, 40),
    (33, 45.5),
    (40, 55),
    (38.2, 41),
    (45, 70),
]:
    value = heat_index(d(temperature) * 9 / 5 + 32, d(humidity))
    names = ["no_caution", "caution", "extreme_caution", "danger", "extreme_danger"]
    case(
        "heat-index",
        {"temperature": temperature, "humidity": humidity},
        heat_index_c=(celsius(value), 2),
        heat_index_f=(value, 2),
        category=names[sum(value >= limit for limit in [80, 90, 103, 125])],
    )

# --- Wind chill --------------------------------------------------------------------------------------------------------
SPEED = D("0.16")
for temperature, wind in [(-8, 22), (-20, 30), (10, 5), (0, 15.5), (-40, 65), (3.3, 8)]:
    t, v = d(temperature), d(wind)
    value = D("13.12") + D("0.6215") * t - D("11.37") * v**SPEED + D("0.3965") * t * v**SPEED
    given = {"temperature": temperature, "wind_speed": wind}
    case("wind-chill", {**given, "method": "environment_canada"}, wind_chill_c=(value, 2))
    t, v = t * 9 / 5 + 32, v / D("1.609344")
    value = D("35.74") + D("0.6215") * t - D("35.75") * v**SPEED + D("0.4275") * t * v**SPEED
    case("wind-chill", {**given, "method": "nws"}, wind_chill_c=(celsius(value), 2))


# --- Humidity ------------------------------------------------------------------------------------------------------------
def vapour(t, rh):
    return rh / 100 * D("6.105") * (D("17.27") * t / (D("237.7") + t)).exp()


def dew_point(t, rh):
    gamma = (rh / 100).ln() + D("17.625") * t / (D("243.04") + t)
    return D("243.04") * gamma / (D("17.625") - gamma)


def atan(x):
    """Halves the angle until the series converges: atan x = 2 atan(x / (1 + sqrt(1 + x²)))."""
    halvings = 0
    while abs(x) > D("0.01"):
        x = x / (1 + (1 + x * x).sqrt())
        halvings += 1
    total, term, n = D(0), x, 1
    while abs(term) > D("1e-55"):
        total += term / n
        term *= -x * x
        n += 2
    return total * 2**halvings


def wet_bulb(t, rh):
    return (
        t * atan(D("0.151977") * (rh + D("8.313659")).sqrt())
        + atan(t + rh)
        - atan(rh - D("1.676331"))
        + D("0.00391838") * rh ** D("1.5") * atan(D("0.023101") * rh)
        - D("4.686035")
    )


def humidex(t, td):
    steam = D("6.11") * (D("5417.753") * (1 / D("273.16") - 1 / (D("273.15") + td))).exp()
    return t + D("0.5555") * (steam - 10)


def discomfort(value):
    if value > 45:
        return "dangerous"
    return "great_discomfort" if value >= 40 else "some_discomfort" if value >= 30 else "little_discomfort"


for temperature, humidity in [(20, 50), (28, 60), (35, 75), (-5, 90), (41.3, 18.5), (0, 99), (12.5, 5)]:
    t, rh = d(temperature), d(humidity)
    given = {"temperature": temperature, "humidity": humidity}
    case("wet-bulb-temperature", given, wet_bulb_c=(wet_bulb(t, rh), 2))
    case("dew-point", given, dew_point_c=(dew_point(t, rh), 2))
    shade = D("0.567") * t + D("0.393") * vapour(t, rh) + D("3.94")
    case("wet-bulb-globe-temperature", {**given, "method": "shade"}, wbgt_c=(shade, 2))
    for wind in [0, 10.8, 43]:
        apparent = t + D("0.33") * vapour(t, rh) - D("0.7") * d(wind) / D("3.6") - 4
        case("apparent-temperature", {**given, "wind_speed": wind}, apparent_temperature_c=(apparent, 2))
    if temperature >= 0:
        td = dew_point(t, rh)
        value = humidex(t, td)
        case("humidex", given, humidex=(value, 2), dew_point_c=(td, 2), category=discomfort(value))
for temperature, td in [(30, 15), (32, 24.6), (21, 5), (35, 26), (40, 25), (30, 30)]:
    value = humidex(d(temperature), d(td))
    given = {"temperature": temperature, "dew_point": td}
    case("humidex", given, humidex=(value, 2), dew_point_c=(d(td), 2), category=discomfort(value))
for wet, globe, temperature in [(25, 40, 32), (18.25, 33.1, 24.9), (29.9, 55.5, 36.6)]:
    w, g, t = d(wet), d(globe), d(temperature)
    given = {"wet_bulb": wet, "globe": globe, "temperature": temperature}
    outdoor = D("0.7") * w + D("0.2") * g + D("0.1") * t
    case("wet-bulb-globe-temperature", {**given, "method": "outdoor"}, wbgt_c=(outdoor, 2))
    case("wet-bulb-globe-temperature", {**given, "method": "indoor"}, wbgt_c=(D("0.7") * w + D("0.3") * g, 2))

# --- Air quality: breakpoints of 2024, concentration cut off after one decimal ---------------------------------------
TABLE = [
    ("good", "0", "9.0", 0, 50),
    ("moderate", "9.1", "35.4", 51, 100),
    ("unhealthy_for_sensitive_groups", "35.5", "55.4", 101, 150),
    ("unhealthy", "55.5", "125.4", 151, 200),
    ("very_unhealthy", "125.5", "225.4", 201, 300),
    ("hazardous", "225.5", "325.4", 301, 500),
]
for pm in [0, 4.19, 9, 9.05, 9.09999, 9.1, 20, 35.4, 35.49, 35.5, 55.49, 55.5, 125.49, 125.5, 225.4, 225.5, 300.1, 325.4]:
    cut = d(pm).quantize(D("0.1"), rounding=ROUND_FLOOR)
    name, low, high, index_low, index_high = [row for row in TABLE if cut >= D(row[1])][-1]
    value = D(index_high - index_low) / (D(high) - D(low)) * (cut - D(low)) + index_low
    case("air-quality-index", {"pm2_5": pm}, air_quality_index=(value, 0), category=name)

write_cases("lifestyle", cases)
