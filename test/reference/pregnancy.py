"""Reference values of the pregnancy family, written from the papers and not from our code.

    python3 test/reference/pregnancy.py && npx biome format --write calculators/pregnancy/reference

Numbers are computed with 50 digits (decimal) and rounded half up at the end, dates by Python's calendar. The tests compare
the answers of the calculators with them.
"""

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, getcontext

from write_cases import write_cases

getcontext().prec = 50
D = Decimal
PI = D("3.14159265358979323846264338327950288419716939937511")

cases = []


def printed(value, decimals):
    return float(D(value).quantize(D(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def case(calculator, given, **expected):
    output = {name: printed(*value) if isinstance(value, tuple) else value for name, value in expected.items()}
    cases.append({"calculator": calculator, "input": given, "output": output})


def after(day, days):
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def phi(z):
    z = D(z)
    term = total = z
    n = 1
    while abs(term) > D(10) ** -48:
        term *= z * z / (2 * n + 1)
        total += term
        n += 1
    return D("0.5") + (-z * z / 2).exp() / (2 * PI).sqrt() * total


# --- Due date: Naegele's 280 days, 266 from conception, ACOG 700 -------------------------------------------------
for last, cycle in [("2026-01-01", 28), ("2023-05-31", 35), ("2024-02-29", 21), ("2025-12-25", 45)]:
    due = after(last, 280 + cycle - 28)
    case("due-date", {"last_period": last, "cycle": cycle}, due_date=due, conception_date=after(due, -266),
         equivalent_last_period=after(last, cycle - 28), second_trimester_from=after(due, 98 - 280), third_trimester_from=after(due, 196 - 280),
         full_term_from=after(due, 273 - 280))
for conceived in ["2026-02-14", "2023-06-10"]:
    case("due-date", {"conception_date": conceived}, due_date=after(conceived, 266), conception_date=conceived)
for transferred, age in [("2026-03-02", 3), ("2026-03-02", 5), ("2024-01-31", 6)]:
    case("due-date", {"transfer_date": transferred, "embryo_age": age}, due_date=after(transferred, 266 - age),
         equivalent_last_period=after(transferred, -14 - age))
for scanned, weeks, days in [("2026-04-01", 12, 3), ("2026-04-01", 20, 0)]:
    case("due-date", {"scan_date": scanned, "gestational_weeks": weeks, "gestational_days": days},
         due_date=after(scanned, 280 - 7 * weeks - days))

# ACOG 700, table 1: a scan redates if it differs by more than this many days, by the age from the last period.
for age, difference in [(62, 5), (62, 6), (63, -7), (63, 8), (111, 7), (112, -10), (112, 11), (154, 14), (196, -21), (230, 22)]:
    most = 5 if age < 63 else 7 if age < 112 else 10 if age < 154 else 14 if age < 196 else 21
    scanned, found = after("2026-01-01", age), age + difference
    due = after(scanned, 280 - found) if abs(difference) > most else after("2026-01-01", 280)
    case("due-date", {"last_period": "2026-01-01", "scan_date": scanned, "gestational_weeks": found // 7,
                      "gestational_days": found % 7}, due_date=due)

for age in [0, 97, 98, 195, 196, 258, 259, 272, 273, 286, 287, 293, 294, 308]:
    trimester = "first" if age < 98 else "second" if age < 196 else "third"
    term = ("preterm" if age < 259 else "early_term" if age < 273 else "full_term" if age < 287
            else "late_term" if age < 294 else "post_term")
    today = after("2024-02-10", age)
    result = dict(gestational_age_days=age, weeks=age // 7, days=age % 7, days_to_due_date=280 - age,
                  trimester=trimester, term=term)
    case("gestational-age", {"last_period": "2024-02-10", "date": today}, **result)
    case("gestational-age", {"due_date": after("2024-02-10", 280), "date": today}, **result)

# --- Crown-rump length ----------------------------------------------------------------------------------------------
for millimetres in [5, 15, 27.4, 45, 66.6, 84]:
    length = D(str(millimetres))
    c = length / 10
    hadlock = 7 * (D("1.684969") + D("0.315646") * c - D("0.049306") * c**2 + D("0.004057") * c**3
                   - D("0.000120456") * c**4).exp()
    robinson = D("8.052") * (D("1.037") * length).sqrt() + D("23.73")
    intergrowth = D("40.9041") + D("3.21585") * length.sqrt() + D("0.348956") * length
    for method, value in [("hadlock", hadlock), ("robinson", robinson), ("intergrowth_21st", intergrowth)]:
        if method == "intergrowth_21st" and millimetres < 15:
            continue
        whole = int(value.quantize(D(1), rounding=ROUND_HALF_UP))
        case("crown-rump-length", {"crown_rump_length": millimetres, "date": "2026-03-01", "method": method},
             gestational_age_days=(value, 2), weeks=whole // 7, days=whole % 7, due_date=after("2026-03-01", 280 - whole))

# --- Fertile window, conception --------------------------------------------------------------------------------------
for last, cycle in [("2026-06-01", 30), ("2024-02-10", 28), ("2025-12-20", 24)]:
    ovulation = after(last, cycle - 14)
    case("fertile-window", {"last_period": last, "cycle": cycle}, fertile_from=after(ovulation, -5), fertile_to=ovulation,
         ovulation_date=ovulation, next_period=after(last, cycle))
    case("conception-date", {"last_period": last, "cycle": cycle}, conception_date=ovulation, fertile_from=after(ovulation, -5))
for shortest, longest in [(25, 33), (28, 28)]:
    # The first day of the period is day 1 of the cycle.
    case("fertile-window",
         {"last_period": "2026-06-01", "shortest_cycle": shortest, "longest_cycle": longest, "method": "ogino_knaus"},
         fertile_from=after("2026-06-01", shortest - 18 - 1), fertile_to=after("2026-06-01", longest - 11 - 1))
case("fertile-window", {"last_period": "2026-06-01", "shortest_cycle": 24, "longest_cycle": 35},
     fertile_from=after("2026-06-01", 24 - 18 - 1), fertile_to=after("2026-06-01", 35 - 11 - 1))
case("conception-date", {"due_date": "2027-01-01"}, conception_date=after("2027-01-01", -266))

# --- Gestational weight gain, IOM 2009 -------------------------------------------------------------------------------
IOM = [("underweight", 0, (12.5, 18), ("0.51", "0.44", "0.58")), ("normal", "18.5", (11.5, 16), ("0.42", "0.35", "0.50")),
       ("overweight", 25, (7, 11.5), ("0.28", "0.23", "0.33")), ("obesity", 30, (5, 9), ("0.22", "0.17", "0.27"))]
TWINS = {"normal": (17, 25), "overweight": (14, 23), "obesity": (11, 19)}
for weight, height, weeks, days in [(48, 165, 30, 3), (61.3, 165, 13, 0), (75, 170, 26, 5), (95, 170, 40, 0)]:
    bmi = D(str(weight)) / (D(str(height)) / 100) ** 2
    name, _, total, (mean, low, high) = [row for row in IOM if bmi >= D(str(row[1]))][-1]
    beyond = D(weeks) + D(days) / 7 - 13
    given = {"weight": weight, "height": height, "gestational_weeks": weeks, "gestational_days": days}
    case("gestational-weight-gain", given, bmi=(bmi, 2), category=name,
         total_gain_kg={"min": total[0], "max": total[1]},
         weekly_gain_kg={"mean": float(mean), "min": float(low), "max": float(high)},
         gain_by_now_kg={"min": printed(D("0.5") + beyond * D(low), 2), "max": printed(2 + beyond * D(high), 2)})
    if name in TWINS:
        case("gestational-weight-gain", {"weight": weight, "height": height, "method": "twins"}, bmi=(bmi, 2),
             category=name, total_gain_kg={"min": TWINS[name][0], "max": TWINS[name][1]})

# --- Fetal weight, Hadlock 1985 and 1991 -----------------------------------------------------------------------------
for bpd, hc, ac, fl, weeks in [("8.2", "29.8", "28.5", "6.2", 32), ("5.0", "18.5", "15.8", "3.4", 21), ("9.4", "34", "36.1", "7.4", 39)]:
    b, h, a, f, w = D(bpd), D(hc), D(ac), D(fl), D(weeks)
    lg4 = D("1.3596") - D("0.00386") * a * f + D("0.0064") * h + D("0.00061") * b * a + D("0.0424") * a + D("0.174") * f
    lg3 = D("1.326") - D("0.00326") * a * f + D("0.0107") * h + D("0.0438") * a + D("0.158") * f
    mean = (D("0.578") + D("0.332") * w - D("0.00354") * w**2).exp()
    for method, lg in [("hadlock_4", lg4), ("hadlock_3", lg3)]:
        grams = D(10) ** lg
        percentile = 100 * phi((grams / mean - 1) / D("0.127"))
        size = "small" if percentile < 10 else "appropriate" if percentile <= 90 else "large"
        case("fetal-weight",
             {"biparietal_diameter": float(bpd), "head_circumference": float(hc), "abdominal_circumference": float(ac),
              "femur_length": float(fl), "gestational_weeks": weeks, "method": method},
             fetal_weight_g=(grams, 2), mean_weight_g=(mean, 2), percentile=(percentile, 2), size=size)

for findings in [(0, 0, 0, 0, 0), (3, 2, 1, 0, 1), (3, 2, 1, 1, 1), (3, 3, 3, 2, 2)]:
    score = sum(findings)
    case("bishop-score", dict(zip(["dilation", "effacement", "station", "consistency", "cervix_position"], findings)),
         bishop_score=score, category="favourable" if score >= 8 else "unfavourable")
for months, more, milk, stores in [(0, 330, 500, 170), (5, 330, 500, 170), (6, 400, 400, 0), (11, 400, 400, 0)]:
    case("lactation-energy", {"months": months}, additional_energy_kcal=more, milk_energy_kcal=milk, from_stores_kcal=stores)

write_cases("pregnancy", cases)
