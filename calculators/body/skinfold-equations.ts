import { given } from '../kit/index.ts';

export const skinfoldEquations = {
  jackson_pollock_3: {
    formula:
      'men D = 1.10938 − 0.0008267·Σ + 0.0000016·Σ² − 0.0002574·age (chest, abdomen, thigh); women D = 1.0994921 − 0.0009929·Σ + 0.0000023·Σ² − 0.0001392·age (triceps, suprailiac, thigh) g/cm³; Σ in mm',
    sources: [
      {
        citation:
          'Jackson AS, Pollock ML. Generalized equations for predicting body density of men. Br J Nutr 1978;40:497-504',
        doi: '10.1079/BJN19780152',
      },
      {
        citation:
          'Jackson AS, Pollock ML, Ward A. Generalized equations for predicting body density of women. Med Sci Sports Exerc 1980;12:175-182',
      },
    ],
  },
  jackson_pollock_4: {
    formula:
      'body fat = 0.29288·Σ − 0.0005·Σ² + 0.15845·age − 5.76377 % (men); 0.29669·Σ − 0.00043·Σ² + 0.02963·age + 1.4072 % (women); Σ of triceps, suprailiac, abdomen, thigh in mm',
    sources: [
      {
        citation: 'Jackson AS, Pollock ML. Practical assessment of body composition. Phys Sportsmed 1985;13:76-90',
      },
    ],
  },
  jackson_pollock_7: {
    formula:
      'men D = 1.112 − 0.00043499·Σ + 0.00000055·Σ² − 0.00028826·age; women D = 1.097 − 0.00046971·Σ + 0.00000056·Σ² − 0.00012828·age g/cm³; Σ of chest, midaxillary, triceps, subscapular, abdomen, suprailiac, thigh in mm',
    sources: [
      {
        citation:
          'Jackson AS, Pollock ML. Generalized equations for predicting body density of men. Br J Nutr 1978;40:497-504',
        doi: '10.1079/BJN19780152',
      },
      {
        citation:
          'Jackson AS, Pollock ML, Ward A. Generalized equations for predicting body density of women. Med Sci Sports Exerc 1980;12:175-182',
      },
    ],
  },
  durnin_womersley: {
    formula: 'D = c − m·log₁₀ Σ g/cm³, c and m by sex and age; Σ of biceps, triceps, subscapular, suprailiac in mm',
    sources: [
      {
        citation:
          'Durnin JVGA, Womersley J. Body fat assessed from total body density and its estimation from skinfold thickness: measurements on 481 men and women aged from 16 to 72 years. Br J Nutr 1974;32:77-97',
        doi: '10.1079/BJN19740060',
      },
      {
        citation:
          'Durnin JVGA, Rahaman MM. The assessment of the amount of fat in the human body from measurements of skinfold thickness. Br J Nutr 1967;21:681-689',
      },
    ],
  },
};

export type SkinfoldEquation = keyof typeof skinfoldEquations;
type Gender = 'male' | 'female';

/** The sites of the trunk, the arm and the leg, in the order in which the papers name them. */
export const SITES = [
  'chest',
  'midaxillary',
  'triceps',
  'subscapular',
  'abdomen',
  'suprailiac',
  'thigh',
  'biceps',
] as const;
type Site = (typeof SITES)[number];

/** The skinfolds that were measured, in mm. */
export type Skinfolds = { readonly [Name in `${Site}_skinfold`]?: number | undefined };

/** A parabola over the sum of the skinfolds, and the coefficient of age in years. */
interface Parabola {
  readonly sites: readonly Site[];
  readonly constant: number;
  readonly linear: number;
  readonly square: number;
  readonly perYear: number;
}

const FOUR_SITES: readonly Site[] = ['triceps', 'suprailiac', 'abdomen', 'thigh'];
const SEVEN_SITES: readonly Site[] = [
  'chest',
  'midaxillary',
  'triceps',
  'subscapular',
  'abdomen',
  'suprailiac',
  'thigh',
];

/** The result of the equations of Jackson and Pollock: a density, or body fat itself with four sites. */
export const PARABOLAS: Readonly<
  Record<Exclude<SkinfoldEquation, 'durnin_womersley'>, Readonly<Record<Gender, Parabola>>>
> = {
  jackson_pollock_3: {
    male: {
      sites: ['chest', 'abdomen', 'thigh'],
      constant: 1.10938,
      linear: -0.0008267,
      square: 0.0000016,
      perYear: -0.0002574,
    },
    female: {
      sites: ['triceps', 'suprailiac', 'thigh'],
      constant: 1.0994921,
      linear: -0.0009929,
      square: 0.0000023,
      perYear: -0.0001392,
    },
  },
  jackson_pollock_4: {
    male: { sites: FOUR_SITES, constant: -5.76377, linear: 0.29288, square: -0.0005, perYear: 0.15845 },
    female: { sites: FOUR_SITES, constant: 1.4072, linear: 0.29669, square: -0.00043, perYear: 0.02963 },
  },
  jackson_pollock_7: {
    male: { sites: SEVEN_SITES, constant: 1.112, linear: -0.00043499, square: 0.00000055, perYear: -0.00028826 },
    female: { sites: SEVEN_SITES, constant: 1.097, linear: -0.00046971, square: 0.00000056, perYear: -0.00012828 },
  },
};

export const DURNIN_SITES: readonly Site[] = ['biceps', 'triceps', 'subscapular', 'suprailiac'];

interface Band {
  readonly from: number;
  readonly c: number;
  readonly m: number;
}

/** Bands of completed years. The men of the paper begin at 17: boys of 16 have the line of Durnin and Rahaman (1967). */
const BANDS: Readonly<Record<Gender, readonly Band[]>> = {
  male: [
    { from: 0, c: 1.1533, m: 0.0643 },
    { from: 17, c: 1.162, m: 0.063 },
    { from: 20, c: 1.1631, m: 0.0632 },
    { from: 30, c: 1.1422, m: 0.0544 },
    { from: 40, c: 1.162, m: 0.07 },
    { from: 50, c: 1.1715, m: 0.0779 },
  ],
  female: [
    { from: 0, c: 1.1549, m: 0.0678 },
    { from: 20, c: 1.1599, m: 0.0717 },
    { from: 30, c: 1.1423, m: 0.0632 },
    { from: 40, c: 1.1333, m: 0.0612 },
    { from: 50, c: 1.1339, m: 0.0645 },
  ],
};

/** Body density in g/cm³ after Durnin and Womersley; the logarithm is decimal. */
export function durninDensity(gender: Gender, age: number, sum: number): number {
  const band = BANDS[gender].findLast(({ from }) => age >= from);
  if (!band) throw new RangeError('the first band begins at birth');
  return band.c - band.m * Math.log10(sum);
}

/** The value of a parabola at a sum of skinfolds in mm. */
export function parabola({ constant, linear, square, perYear }: Parabola, sum: number, age: number): number {
  return constant + linear * sum + square * sum ** 2 + perYear * age;
}

/** The sum in mm at the vertex of a parabola. Beyond it, thicker folds would mean less fat. */
export const turningPoint = ({ linear, square }: Parabola): number => -linear / (2 * square);

/**
 * The sum of the skinfolds that an equation uses.
 *
 * @throws InputRefused naming those that are not given
 */
export function sumOf(skinfolds: Skinfolds, sites: readonly Site[], equation: SkinfoldEquation): number {
  const names = sites.map((site) => `${site}_skinfold` as const);
  const measured = given(skinfolds, names, equation);
  return names.reduce((sum, name) => sum + measured[name], 0);
}
