"""Reference values of the metabolic family, written from the paper and not from our code.

    python3 test/reference/metabolic.py && npx biome format --write calculators/metabolic/reference
"""

import itertools

from write_cases import write_cases

cases = []

# --- FINDRISC (Lindström 2003, and the form of the Finnish Diabetes Association) -----------------------------------
AGES = [(44, 0), (45, 2), (54, 2), (55, 3), (64, 3), (65, 4)]
INDICES = [(24.9, 0), (25, 1), (30, 1), (30.1, 3)]
WAISTS = {"male": [(93.9, 0), (94, 3), (102, 3), (102.1, 4)], "female": [(79.9, 0), (80, 3), (88, 3), (88.1, 4)]}
RISKS = [(6, "low", 1), (11, "slightly_elevated", 4), (14, "moderate", 17), (20, "high", 33), (26, "very_high", 50)]
ANSWERS = [
    ((True, True, False, False, "none"), 0),
    ((False, True, True, False, "none"), 4),
    ((True, False, False, True, "second_degree"), 9),
    ((False, False, True, True, "first_degree"), 15),
]
for sex, (age, a), (bmi, b), at, (answers, c) in itertools.product(
    ["male", "female"], AGES, INDICES, range(4), ANSWERS
):
    # A quarter of the combinations, every row of the table among them.
    if (AGES.index((age, a)) + INDICES.index((bmi, b)) + at + c) % 4:
        continue
    waist, w = WAISTS[sex][at]
    score = a + b + w + c
    name, risk = next((name, risk) for most, name, risk in RISKS if score <= most)
    active, vegetables, drugs, glucose, family = answers
    given = {
        "age": age,
        "gender": sex,
        "bmi": bmi,
        "waist": waist,
        "physically_active": active,
        "daily_vegetables": vegetables,
        "blood_pressure_drugs": drugs,
        "high_glucose": glucose,
        "family_history": family,
    }
    output = {"findrisc_score": score, "category": name, "risk_10_years_percent": risk}
    cases.append({"calculator": "findrisc", "input": given, "output": output})

write_cases("metabolic", cases)
