"""The risk of diabetes, written from the paper and not from our code."""

RISKS = [(6, "low", 1), (11, "slightly_elevated", 4), (14, "moderate", 17), (20, "high", 33), (26, "very_high", 50)]


def findrisc(given):
    """Lindstroem, Diabetes Care 2003;26:725, and the form of the Finnish Diabetes Association."""
    age, bmi, waist = given["age"], given["bmi"], given["waist"]
    low, high = (94, 102) if given["gender"] == "male" else (80, 88)
    score = 0 if age < 45 else 2 if age <= 54 else 3 if age <= 64 else 4
    score += 0 if bmi < 25 else 1 if bmi <= 30 else 3
    score += 0 if waist < low else 3 if waist <= high else 4
    score += 0 if given["physically_active"] else 2
    score += 0 if given["daily_vegetables"] else 1
    score += 2 if given["blood_pressure_drugs"] else 0
    score += 5 if given["high_glucose"] else 0
    score += {"none": 0, "second_degree": 3, "first_degree": 5}[given["family_history"]]
    name, risk = next((name, risk) for most, name, risk in RISKS if score <= most)
    return {"findrisc_score": score, "category": name, "risk_10_years_percent": risk}


CALCULATORS = {"findrisc": findrisc}
