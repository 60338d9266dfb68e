import { given, implausible, OutsideValidity } from '../kit/index.ts';
import { type BmrPerson, EQUATIONS_BY_AGE, rateByAge } from './bmr-by-age.ts';
import type { BmrEquation } from './bmr-equations.ts';
import { fatFreeMass } from './fat-free-mass.ts';

/** The equations that have coefficients for children; the others were derived from adults. */
const FROM_BIRTH: ReadonlySet<BmrEquation> = new Set(EQUATIONS_BY_AGE);

const ADULT_FROM = 18;

/**
 * Basal metabolic rate in kcal/day.
 *
 * @throws InputRefused if the equation needs an input that is not given
 * @throws OutsideValidity if the person is too young for the equation
 * @throws ImplausibleResult if no body of that weight has the rate
 */
export function basalMetabolicRate(equation: BmrEquation, person: BmrPerson): number {
  if (person.age !== undefined && person.age < ADULT_FROM && !FROM_BIRTH.has(equation)) {
    throw new OutsideValidity('age', 'basal-metabolic-rate.adults_only', { method: equation, min: ADULT_FROM });
  }
  const rate = EQUATIONS[equation](person);
  if (person.weight !== undefined) checkRate(rate, person.weight);
  return rate;
}

/**
 * Animals of every size spend about 70·weight^0.75 kcal/day at rest (Kleiber, Hilgardia 1932;6:315). The equations leave
 * people of ordinary size far from it at the ends of their ranges: Mifflin-St Jeor gives a woman of 100 years, 20 kg and
 * 100 cm 164 kcal.
 *
 * @throws ImplausibleResult if the rate is less than 0.4 or more than 2.2 times as high
 */
function checkRate(rate: number, weight: number): void {
  const usual = 70 * weight ** 0.75;
  const min = Math.round(0.4 * usual);
  const max = Math.round(2.2 * usual);
  if (rate < min || rate > max) {
    throw implausible({ name: 'bmr', unit: 'kcal', value: rate, bounds: { min, max } }, RATED_BY);
  }
}

const RATED_BY = ['weight', 'height', 'age'];

const EQUATIONS: Readonly<Record<BmrEquation, (person: BmrPerson) => number>> = {
  mifflin_st_jeor(person) {
    const { gender, age, weight, height } = measured(person, 'mifflin_st_jeor');
    return 10 * weight + 6.25 * height - 5 * age + (gender === 'male' ? 5 : -161);
  },
  harris_benedict_1919(person) {
    const { gender, age, weight, height } = measured(person, 'harris_benedict_1919');
    return gender === 'male'
      ? 66.473 + 13.7516 * weight + 5.0033 * height - 6.755 * age
      : 655.0955 + 9.5634 * weight + 1.8496 * height - 4.6756 * age;
  },
  harris_benedict_1984(person) {
    const { gender, age, weight, height } = measured(person, 'harris_benedict_1984');
    return gender === 'male'
      ? 88.362 + 13.397 * weight + 4.799 * height - 5.677 * age
      : 447.593 + 9.247 * weight + 3.098 * height - 4.33 * age;
  },
  katch_mcardle: (person) => 370 + 21.6 * fatFreeMass(person),
  cunningham_1980: (person) => 500 + 22 * fatFreeMass(person),
  schofield: (person) => rateByAge('schofield', person),
  schofield_height: (person) => rateByAge('schofield_height', person),
  henry: (person) => rateByAge('henry', person),
  henry_height: (person) => rateByAge('henry_height', person),
  fao_who_unu_1985: (person) => rateByAge('fao_who_unu_1985', person),
  owen(person) {
    const { gender, weight } = given(person, ['gender', 'weight'], 'owen');
    return gender === 'male' ? 879 + 10.2 * weight : 795 + 7.18 * weight;
  },
};

const measured = (person: BmrPerson, equation: BmrEquation) =>
  given(person, ['gender', 'age', 'weight', 'height'], equation);
