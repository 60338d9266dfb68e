import type { Source } from '../kit/index.ts';
import { iom2005 } from './sources.ts';

const nasem2023: Source = {
  citation:
    'National Academies of Sciences, Engineering, and Medicine. Dietary Reference Intakes for Energy. National Academies Press, Washington 2023',
  doi: '10.17226/26818',
};

export const referenceIntakeEquations = {
  nasem_2023: {
    formula:
      'EER = a + b·age + c·height [cm] + d·weight [kg] kcal/day, for inactive, low active, active, very active: men from 19 years b = −10.83; a, c, d = 753.07, 6.50, 14.10; 581.47, 8.30, 14.94; 1004.82, 6.52, 15.91; −517.88, 15.61, 19.11; women b = −7.01; 584.90, 5.72, 11.71; 575.77, 6.60, 12.14; 710.25, 6.54, 12.34; 511.83, 9.07, 12.56; boys of 3 to 18 years b = 3.68; −447.51, 13.01, 13.15; 19.12, 8.62, 20.28; −388.19, 12.66, 20.46; −671.75, 15.38, 23.25; girls b = −22.25; 55.59, 8.43, 17.07; −297.54, 12.77, 14.73; −189.55, 11.74, 18.34; −709.59, 18.22, 14.25; children and a further 15 to 30 kcal/day for growth; below 3 years, age in years, boys −716.45 − age + 17.82·height + 15.06·weight + 200 (from 3 months 50, from 6 months 20), girls −69.15 + 80.0·age + 2.65·height + 54.15·weight + 180 (from 3 months 60, from 6 months 20, from 12 months 15); pregnancy from 14 weeks −2.04·age + 9.16·weeks + a + c·height + d·weight + e, for inactive to very active 1131.20, 0.34, 12.15; 693.35, 5.73, 10.20; −223.84, 13.23, 8.15; −779.72, 18.45, 8.73, with e = 300, 200, 150, −50 from a BMI before pregnancy of 0, 18.5, 25, 30; lactation + 540 − 140 (0 to 6 months) or + 380 (7 to 12 months)',
    sources: [nasem2023],
    synonyms: ['nasem'],
  },
  iom_2005: {
    formula:
      'men from 19 years EER = 662 − 9.53·age + PA·(15.91·weight [kg] + 539.6·height [m]), women 354 − 6.91·age + PA·(9.36·weight + 726·height), boys of 3 to 18 years 88.5 − 61.9·age + PA·(26.7·weight + 903·height) + g, girls 135.3 − 30.8·age + PA·(10.0·weight + 934·height) + g kcal/day; g = 20 to 8 years, 25 from 9; PA = 1.00, 1.11, 1.25, 1.48 (men), 1.00, 1.12, 1.27, 1.45 (women), 1.00, 1.13, 1.26, 1.42 (boys), 1.00, 1.16, 1.31, 1.56 (girls); below 3 years 89·weight − 100 + 175 (from 4 months 56, from 7 months 22, from 13 months 20); pregnancy + 340 from 14 weeks, + 452 from 28 weeks; lactation + 500 − 170 (0 to 6 months) or + 400 (7 to 12 months)',
    sources: [iom2005],
    synonyms: ['iom'],
  },
};

/**
 * Levels of activity by physical activity level (expenditure / basal rate). They are not the levels of the multipliers.
 */
export const PHYSICAL_ACTIVITIES = ['inactive', 'low_active', 'active', 'highly_active'] as const;

export interface IntakePerson {
  readonly gender: 'male' | 'female';
  readonly age: number;
  readonly weight: number;
  readonly height: number;
  readonly activity_level: (typeof PHYSICAL_ACTIVITIES)[number];
}

const ADULT_FROM = 19;

type ByGender<Value> = Readonly<Record<'male' | 'female', Value>>;
type ByActivity<Value> = Readonly<Record<IntakePerson['activity_level'], Value>>;

/** Intercept, and the coefficients of height in cm and weight in kg. */
type Plane = readonly [intercept: number, perCm: number, perKg: number];

interface Planes extends ByActivity<Plane> {
  readonly perYear: number;
}

/** NASEM 2023, chapter 5: the coefficient of age does not depend on activity. Height is in cm, not in m as in 2005. */
const NASEM_ADULTS: ByGender<Planes> = {
  male: {
    perYear: -10.83,
    inactive: [753.07, 6.5, 14.1],
    low_active: [581.47, 8.3, 14.94],
    active: [1004.82, 6.52, 15.91],
    highly_active: [-517.88, 15.61, 19.11],
  },
  female: {
    perYear: -7.01,
    inactive: [584.9, 5.72, 11.71],
    low_active: [575.77, 6.6, 12.14],
    active: [710.25, 6.54, 12.34],
    highly_active: [511.83, 9.07, 12.56],
  },
};

const NASEM_CHILDREN: ByGender<Planes> = {
  male: {
    perYear: 3.68,
    inactive: [-447.51, 13.01, 13.15],
    low_active: [19.12, 8.62, 20.28],
    active: [-388.19, 12.66, 20.46],
    highly_active: [-671.75, 15.38, 23.25],
  },
  female: {
    perYear: -22.25,
    inactive: [55.59, 8.43, 17.07],
    low_active: [-297.54, 12.77, 14.73],
    active: [-189.55, 11.74, 18.34],
    highly_active: [-709.59, 18.22, 14.25],
  },
};

/** Energy for growth in kcal/day, from an age in completed years. */
const NASEM_GROWTH: ByGender<readonly (readonly [from: number, kcal: number])[]> = {
  male: [
    [3, 20],
    [4, 15],
    [9, 25],
    [14, 20],
    [ADULT_FROM, 0],
  ],
  female: [
    [3, 15],
    [9, 30],
    [14, 20],
    [ADULT_FROM, 0],
  ],
};

/** Physical activity coefficients of 2005; they are not the physical activity levels. */
const IOM_COEFFICIENTS: Readonly<Record<'adult' | 'child', ByGender<ByActivity<number>>>> = {
  adult: {
    male: { inactive: 1, low_active: 1.11, active: 1.25, highly_active: 1.48 },
    female: { inactive: 1, low_active: 1.12, active: 1.27, highly_active: 1.45 },
  },
  child: {
    male: { inactive: 1, low_active: 1.13, active: 1.26, highly_active: 1.42 },
    female: { inactive: 1, low_active: 1.16, active: 1.31, highly_active: 1.56 },
  },
};

const stage = (age: number) => (age < ADULT_FROM ? 'child' : 'adult');

/** The physical activity coefficient of 2005. */
export const iomCoefficient = ({ gender, age, activity_level }: IntakePerson): number =>
  IOM_COEFFICIENTS[stage(age)][gender][activity_level];

/** Estimated energy requirement in kcal/day, from three years on. */
export const requirementBy: Readonly<Record<keyof typeof referenceIntakeEquations, (person: IntakePerson) => number>> =
  {
    nasem_2023(person) {
      const { gender, age, weight, height, activity_level } = person;
      const planes = (age < ADULT_FROM ? NASEM_CHILDREN : NASEM_ADULTS)[gender];
      const [intercept, perCm, perKg] = planes[activity_level];
      const [, growth] = NASEM_GROWTH[gender].findLast(([from]) => age >= from) ?? [0, 0];
      return intercept + planes.perYear * age + perCm * height + perKg * weight + growth;
    },
    iom_2005(person) {
      const { gender, age, weight, height } = person;
      const metres = height / 100;
      const activity = iomCoefficient(person);
      if (age >= ADULT_FROM) {
        return gender === 'male'
          ? 662 - 9.53 * age + activity * (15.91 * weight + 539.6 * metres)
          : 354 - 6.91 * age + activity * (9.36 * weight + 726 * metres);
      }
      const growth = age < 9 ? 20 : 25;
      return gender === 'male'
        ? 88.5 - 61.9 * age + activity * (26.7 * weight + 903 * metres) + growth
        : 135.3 - 30.8 * age + activity * (10 * weight + 934 * metres) + growth;
    },
  };
