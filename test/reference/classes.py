"""Bounds of classes, compared at 12 significant digits: what lies closer to a bound is noise of binary arithmetic."""

NOISE = 1e-12


def reaches(value, bound):
    """Whether a class that begins at `bound` holds `value`: 24.999999999999996 has reached 25."""
    return value >= bound or bound - value <= abs(bound) * NOISE


def exceeds(value, bound):
    """Whether `value` lies above a bound that belongs to the class below: "more than 94 cm"."""
    return value - bound > abs(bound) * NOISE


def class_of(value, bounds, names):
    """The name of the class of `value`; every bound belongs to the class above it, and there is one more name."""
    for bound, name in zip(bounds, names):
        if not reaches(value, bound):
            return name
    return names[len(bounds)]


def class_above(value, bounds, names):
    """As class_of, but every bound belongs to the class below it."""
    for bound, name in zip(bounds, names):
        if not exceeds(value, bound):
            return name
    return names[len(bounds)]
