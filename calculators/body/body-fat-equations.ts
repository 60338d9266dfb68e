import { given, OutsideValidity } from '../kit/index.ts';
import { CM_PER_IN, KG_PER_LB } from '../kit/units.ts';
import { densitySources, fatOfDensity } from './density.ts';
import { quetelet } from './quetelet.ts';

export const bodyFatEquations = {
  navy: {
    formula:
      'body fat = 495/D − 450 %; men D = 1.0324 − 0.19077·log₁₀(waist − neck) + 0.15456·log₁₀(height); women D = 1.29579 − 0.35004·log₁₀(waist + hip − neck) + 0.22100·log₁₀(height); all in cm',
    sources: [
      {
        citation:
          'Hodgdon JA, Beckett MB. Prediction of percent body fat for U.S. Navy men (women) from body circumferences and height. Naval Health Research Center reports 84-11 and 84-29, San Diego 1984',
      },
      densitySources.siri,
    ],
  },
  army: {
    formula:
      'men −26.97 − 0.12·weight [lb] + 1.99·waist [in] %; women −9.15 − 0.015·weight [lb] + 1.27·waist [in] %; waist at the navel',
    sources: [
      {
        citation:
          'U.S. Army. Army body fat assessment for the Army body composition program. ALARACT 046/2023 (one-site equations of the U.S. Army Research Institute of Environmental Medicine)',
      },
    ],
  },
  deurenberg: {
    formula:
      'from 16 years 1.20·BMI + 0.23·age − 10.8·s − 5.4 %; up to 15 years 1.51·BMI − 0.70·age − 3.6·s + 1.4 %; s = 1 for males, 0 for females',
    sources: [
      {
        citation:
          'Deurenberg P, Weststrate JA, Seidell JC. Body mass index as a measure of body fatness: age- and sex-specific prediction formulas. Br J Nutr 1991;65:105-114',
        doi: '10.1079/BJN19910073',
      },
    ],
  },
  gallagher: {
    formula: '64.5 − 848/BMI + 0.079·age − 16.4·s + 0.05·s·age + 39.0·s/BMI %; s = 1 for men, 0 for women',
    sources: [
      {
        citation:
          'Gallagher D, Heymsfield SB, Heo M, Jebb SA, Murgatroyd PR, Sakamoto Y. Healthy percentage body fat ranges: an approach for developing guidelines based on body mass index. Am J Clin Nutr 2000;72:694-701',
        doi: '10.1093/ajcn/72.3.694',
      },
    ],
  },
  cun_bae: {
    formula:
      '−44.988 + 0.503·age + 10.689·s + 3.172·BMI − 0.026·BMI² + 0.181·BMI·s − 0.02·BMI·age − 0.005·BMI²·s + 0.00021·BMI²·age %; s = 0 for men, 1 for women',
    sources: [
      {
        citation:
          'Gómez-Ambrosi J, Silva C, Catalán V, et al. Clinical usefulness of a new equation for estimating body fat. Diabetes Care 2012;35:383-388',
        doi: '10.2337/dc11-1334',
      },
    ],
  },
};

export type BodyFatEquation = keyof typeof bodyFatEquations;

/** The measurements of a body. Each equation needs some of them. */
export interface Measured {
  readonly gender: 'male' | 'female';
  readonly age?: number | undefined;
  readonly weight?: number | undefined;
  readonly height?: number | undefined;
  readonly bmi?: number | undefined;
  readonly neck?: number | undefined;
  readonly waist?: number | undefined;
  readonly hip?: number | undefined;
}

/** Youngest age in years that each equation was made for. */
const FROM_AGE: Readonly<Record<BodyFatEquation, number>> = {
  navy: 17,
  army: 17,
  deurenberg: 7,
  gallagher: 18,
  cun_bae: 18,
};

/** Deurenberg's equation for children holds up to 15 years. */
const CHILD_TO = 15;

/**
 * Body fat in percent by one equation. The result is not checked.
 *
 * @throws InputRefused if the equation needs a measure that is not given
 * @throws OutsideValidity if the person is too young, or the waist is not wider than the neck
 */
export function bodyFatBy(equation: BodyFatEquation, person: Measured): number {
  const min = FROM_AGE[equation];
  if (person.age !== undefined && person.age < min) {
    throw new OutsideValidity('age', 'body-fat.too_young', { method: equation, min });
  }
  return EQUATIONS[equation](person);
}

const EQUATIONS: Readonly<Record<BodyFatEquation, (person: Measured) => number>> = {
  navy(person) {
    const male = person.gender === 'male';
    const needed = given(person, ['height', 'neck', 'waist'], 'navy');
    const { height, neck, waist } = needed;
    if (waist <= neck) throw new OutsideValidity('waist', 'body-fat.waist_neck');
    const height10 = Math.log10(height);
    const density = male
      ? 1.0324 - 0.19077 * Math.log10(waist - neck) + 0.15456 * height10
      : 1.29579 - 0.35004 * Math.log10(waist + given(needed, ['hip'], 'navy').hip - neck) + 0.221 * height10;
    return fatOfDensity.siri(density);
  },
  army(person) {
    const { weight, waist } = given(person, ['weight', 'waist'], 'army');
    const pounds = weight / KG_PER_LB;
    const inches = waist / CM_PER_IN;
    return person.gender === 'male' ? -26.97 - 0.12 * pounds + 1.99 * inches : -9.15 - 0.015 * pounds + 1.27 * inches;
  },
  deurenberg(person) {
    const { age } = given(person, ['age'], 'deurenberg');
    const bmi = bmiOf(person, 'deurenberg');
    const male = person.gender === 'male' ? 1 : 0;
    return age <= CHILD_TO ? 1.51 * bmi - 0.7 * age - 3.6 * male + 1.4 : 1.2 * bmi + 0.23 * age - 10.8 * male - 5.4;
  },
  gallagher(person) {
    const { age } = given(person, ['age'], 'gallagher');
    const bmi = bmiOf(person, 'gallagher');
    const male = person.gender === 'male' ? 1 : 0;
    return 64.5 - 848 / bmi + 0.079 * age - 16.4 * male + 0.05 * male * age + (39 * male) / bmi;
  },
  cun_bae(person) {
    const { age } = given(person, ['age'], 'cun_bae');
    const bmi = bmiOf(person, 'cun_bae');
    // The paper codes women as 1; Deurenberg and Gallagher code men as 1.
    const female = person.gender === 'female' ? 1 : 0;
    const square = bmi ** 2;
    return (
      -44.988 +
      0.503 * age +
      10.689 * female +
      3.172 * bmi -
      0.026 * square +
      0.181 * bmi * female -
      0.02 * bmi * age -
      0.005 * square * female +
      0.00021 * square * age
    );
  },
};

function bmiOf(person: Measured, equation: BodyFatEquation): number {
  if (person.bmi !== undefined) return person.bmi;
  const { weight, height } = given(person, ['weight', 'height'], equation);
  return quetelet(weight, height);
}
