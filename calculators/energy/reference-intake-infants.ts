import type { referenceIntakeEquations } from './reference-intake-equations.ts';

/** A child below three years. */
export interface Infant {
  readonly gender: 'male' | 'female';
  /** Age in months with decimals. */
  readonly age_months: number;
  readonly weight: number;
  readonly height: number;
}

/** The first month of an age, and what applies from there on. */
type ByMonth = readonly (readonly [from: number, kcal: number])[];

/** Energy for growth in kcal/day (NASEM 2023). */
const NASEM_GROWTH: Readonly<Record<'male' | 'female', ByMonth>> = {
  male: [
    [0, 200],
    [3, 50],
    [6, 20],
  ],
  female: [
    [0, 180],
    [3, 60],
    [6, 20],
    [12, 15],
  ],
};

/** Energy for growth in kcal/day (IOM 2005): 0 to 3, 4 to 6, 7 to 12 and 13 to 35 completed months. */
const IOM_GROWTH: ByMonth = [
  [0, 175],
  [4, 56],
  [7, 22],
  [13, 20],
];

const at = (ages: ByMonth, months: number) => ages.findLast(([from]) => months >= from)?.[1] ?? 0;

/** Estimated energy requirement in kcal/day of a child below three years. It does not depend on activity. */
export const requirementOfInfant: Readonly<Record<keyof typeof referenceIntakeEquations, (infant: Infant) => number>> =
  {
    nasem_2023({ gender, age_months, weight, height }) {
      const years = age_months / 12;
      const growth = at(NASEM_GROWTH[gender], age_months);
      return gender === 'male'
        ? -716.45 - years + 17.82 * height + 15.06 * weight + growth
        : -69.15 + 80 * years + 2.65 * height + 54.15 * weight + growth;
    },
    iom_2005: ({ age_months, weight }) => 89 * weight - 100 + at(IOM_GROWTH, age_months),
  };
