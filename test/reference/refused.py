"""What a formula of this folder raises for inputs that its paper does not cover."""


class Refused(Exception):
    """The inputs have no answer: they lie outside what the equation was made for, or one of them is missing."""


def need(*values):
    """Refuses inputs that an equation needs if one of them is not given."""
    if None in values:
        raise Refused
