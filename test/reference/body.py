from classes import class_of
from refused import Refused
def bmi(given):
    if given["age"] is not None and given["age"] < 20: raise Refused
    value = given["weight"] / (given["height"] / 100) ** 2
    return {"bmi": value}
CALCULATORS = {"bmi": bmi}
