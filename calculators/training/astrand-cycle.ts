import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';

const nomogram = {
  citation:
    'Åstrand PO, Ryhming I. A nomogram for calculation of aerobic capacity (physical fitness) from pulse rate during submaximal work. J Appl Physiol 1954;7:218-221',
  doi: '10.1152/jappl.1954.7.2.218',
};
const ages = {
  citation:
    'Åstrand I. Aerobic work capacity in men and women with special reference to age. Acta Physiol Scand 1960;49 Suppl 169:1-92 (age factors)',
};

/** Kilopond metres a minute in a watt, as in the fit of the equations. */
const KPM_PER_W = 6.12;

/** Age in years, and the factor that corrects for the falling maximal heart rate. */
const AGE_FACTORS: readonly (readonly [age: number, factor: number])[] = [
  [15, 1.1],
  [25, 1],
  [35, 0.87],
  [40, 0.83],
  [45, 0.78],
  [50, 0.75],
  [55, 0.71],
  [60, 0.68],
  [65, 0.65],
];

/** Maximal oxygen uptake from the heart rate at a steady load on a cycle ergometer. */
export const astrandCycle = defineCalculator({
  name: 'astrand-cycle',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 15, max: 65 }),
    weight: field.weight({ min: 30, max: 250 }),
    power: field.power({ min: 25, max: 400 }),
    heart_rate: field.heartRate({ min: 120, max: 170 }),
  }),
  output: z.object({
    vo2max_ml_per_kg_min: result.oxygenUptake(),
    vo2max_l_per_min: result.rounded(3),
    age_factor: result.ratio(),
  }),
  profile: ['gender', 'age', 'weight', 'power', 'heart_rate'],
  equations: {
    astrand_ryhming: {
      formula:
        'men VO2max = 100·(0.00212·P + 0.299) / (0.769·heart rate − 48.5) L/min, women 100·(0.00193·P + 0.326) / (0.769·heart rate − 56.1) L/min, times the age factor; P = 6.12·power [W] kpm/min',
      sources: [nomogram, ages],
    },
  },
  examples: [
    {
      input: { gender: 'male', age: 25, weight: 75, power: 150, heart_rate: 150 },
      output: { vo2max_ml_per_kg_min: 44.78, vo2max_l_per_min: 3.359, age_factor: 1 },
      origin: 'By hand: P = 918; 100 · 2.24516 / 66.85 = 3.358504 L/min; / 75 kg = 44.7801',
    },
    {
      input: { gender: 'female', age: 40, weight: 60, power: 100, heart_rate: 140 },
      output: { vo2max_ml_per_kg_min: 40.44, vo2max_l_per_min: 2.426, age_factor: 0.83 },
      origin: 'By hand: P = 612; 100 · 1.50716 / 51.56 · 0.83 = 2.426189 L/min; / 60 kg = 40.4365',
    },
    {
      input: { gender: 'male', age: 30, weight: 80, power: 150, heart_rate: 150 },
      output: { vo2max_ml_per_kg_min: 39.25, vo2max_l_per_min: 3.14, age_factor: 0.935 },
      origin: 'By hand: half way between 1.00 and 0.87 is 0.935; 3.358504 · 0.935 = 3.140201 L/min; / 80 kg = 39.2525',
    },
  ],
  calculate({ gender, age, weight, power, heart_rate }) {
    const work = KPM_PER_W * power;
    const factor = ageFactor(age);
    const uptake =
      gender === 'male'
        ? (100 * (0.00212 * work + 0.299)) / (0.769 * heart_rate - 48.5)
        : (100 * (0.00193 * work + 0.326)) / (0.769 * heart_rate - 56.1);
    const corrected = uptake * factor;
    return {
      vo2max_ml_per_kg_min: (1000 * corrected) / weight,
      vo2max_l_per_min: corrected,
      age_factor: factor,
    };
  },
  explain: () => ({ notes: ['astrand-cycle.steady', 'astrand-cycle.between_ages'] }),
});

/** The factor at an age, interpolated linearly between the ages of the table. */
function ageFactor(age: number): number {
  const above = AGE_FACTORS.findIndex(([from]) => from >= age);
  const [upperAge, upper] = AGE_FACTORS[above] ?? [age, 1];
  const [lowerAge, lower] = AGE_FACTORS[above - 1] ?? [upperAge, upper];
  return upperAge === age ? upper : lower + ((age - lowerAge) / (upperAge - lowerAge)) * (upper - lower);
}
