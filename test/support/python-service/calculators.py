"""Two calculators with their inputs and their results."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Callable, NamedTuple

from reading import KG_PER_LB, Field


class Calculator(NamedTuple):
    name: str
    aliases: tuple[str, ...]
    fields: tuple[Field, ...]
    calculate: Callable[[dict[str, Any]], dict[str, Any]]
    # Names of the inputs in `profile`.
    profile: dict[str, str]
    equation: str


def rounded(value: float, decimals: int = 2) -> float:
    """Half away from zero, at 12 significant digits: a calculation by hand gives 44.505 for 44.504999999999995."""
    return float(Decimal(f"{value:.12g}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))


def fat_mass(inputs: dict[str, Any]) -> dict[str, Any]:
    fat = inputs["weight"] * inputs["body_fat"] / 100
    return {"fat_mass_kg": fat, "lean_mass_kg": inputs["weight"] - fat}


# Lower bounds in percent of the maximal heart rate: American College of Sports Medicine, Guidelines for Exercise
# Testing and Prescription, 11th edition, 2021.
INTENSITIES = ((96, "near_maximal"), (77, "vigorous"), (64, "moderate"), (57, "light"), (0, "very_light"))


def exercise_intensity(inputs: dict[str, Any]) -> dict[str, Any]:
    age = inputs["age"]
    # Fox, Naughton, Haskell 1971; Tanaka, Monahan, Seals 2001.
    highest = 208 - 0.7 * age if inputs.get("method") == "tanaka" else 220 - age
    percent = inputs["heart_rate"] / highest * 100
    return {
        "max_heart_rate": highest,
        "percent_of_max": percent,
        "intensity": next(key for bound, key in INTENSITIES if float(f"{percent:.12g}") >= bound),
    }


CALCULATORS = (
    Calculator(
        "fat-mass",
        ("body-fat-mass",),
        (Field("weight", low=2, high=650, unit="kg"), Field("body_fat", low=2, high=70, unit="%")),
        fat_mass,
        {"weight": "weight_kg", "body_fat": "body_fat_percent"},
        "fat mass = weight · body fat / 100",
    ),
    Calculator(
        "exercise-intensity",
        (),
        (
            Field("heart_rate", low=25, high=240, unit="bpm"),
            Field("age", low=18, high=100, whole=True),
            Field("method", required=False, words=("fox", "tanaka")),
        ),
        exercise_intensity,
        {"heart_rate": "heart_rate_bpm", "age": "age"},
        "percent = heart rate / maximal heart rate · 100",
    ),
)


def twins(results: dict[str, Any]) -> dict[str, Any]:
    """The results rounded, masses in pounds beside those in kilograms."""
    answer = {}
    for name, value in results.items():
        answer[name] = rounded(value)
        answer[f"{name.removesuffix('_kg')}_lb"] = rounded(value / KG_PER_LB)
    return answer
