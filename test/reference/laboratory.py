"""Laboratory values in conventional and in SI units: Young, Ann Intern Med 1987;106:114, and sources that are named.

A value outside the bounds of living patients is refused, in both units: most often it has the wrong unit.
"""

from math import floor

from refused import Refused, need


def nearest(value, decimals):
    """Rounded half away from zero; what lies within 12 digits of a half counts as the half."""
    scale = 10**decimals
    scaled = abs(value) * scale
    size = floor(scaled + min(scaled * 1e-12, 0.25) + 0.5) / scale
    return -size if value < 0 else size


class Laboratory:
    """A quantity with its SI unit, and what one conventional unit is in it."""

    def __init__(self, si, in_si, least, most, to_si=None, from_si=None):
        self.si = si
        self.to_si = to_si or (lambda value: value * in_si)
        self.from_si = from_si or (lambda value: value / in_si)
        self.bounds = {False: (least, most), True: (nearest(self.to_si(least), 2), nearest(self.to_si(most), 2))}

    def __call__(self, value, unit):
        """The value in the conventional unit."""
        need(value)
        is_si = unit == self.si
        least, most = self.bounds[is_si]
        if not least <= value <= most:
            raise Refused
        return self.from_si(value) if is_si else value


def creatinine_of(least, most):
    return Laboratory("µmol/L", 88.4, least, most)  # 113.12 g/mol


def urea_of(least, most):
    return Laboratory("mmol/L", 1 / 2.8, least, most)  # mg of nitrogen, two atoms in a molecule


def glucose_of(least, most):
    return Laboratory("mmol/L", 1 / 18, least, most)


def cholesterol_of(least, most):
    return Laboratory("mmol/L", 1 / 38.67, least, most)


CREATININE, URINE_CREATININE = creatinine_of(0.1, 40), creatinine_of(1, 1000)
UREA, URINE_UREA = urea_of(1, 300), urea_of(1, 5000)
GLUCOSE, FASTING_GLUCOSE = glucose_of(20, 2000), glucose_of(20, 600)
TOTAL_CHOLESTEROL, HDL, LDL = cholesterol_of(30, 1500), cholesterol_of(5, 300), cholesterol_of(5, 1200)
TRIGLYCERIDES = Laboratory("mmol/L", 1 / 88.57, 10, 10000)
BILIRUBIN = Laboratory("µmol/L", 17.1, 0.1, 80)
ALBUMIN = Laboratory("g/L", 10, 0.5, 8)
CALCIUM = Laboratory("mmol/L", 1 / 4.008, 2, 25)
PHOSPHATE = Laboratory("mmol/L", 1 / 3.097, 0.5, 30)
INSULIN = Laboratory("pmol/L", 6, 0.1, 500)  # Knopp 2019: 6.0 pmol in 1 mU
UACR = Laboratory("mg/mmol", 1 / 8.84, 0.1, 30000)
URINE_ALBUMIN = Laboratory("mg/dL", 1 / 10, 0.1, 30000)
# Hoelzel, Clin Chem 2004;50:166: the two lines of the master equation, each printed by itself.
HBA1C = Laboratory("mmol/mol", None, 3, 20, lambda p: 10.93 * p - 23.5, lambda mmol: 0.09148 * mmol + 2.152)
