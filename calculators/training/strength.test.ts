import { describe, expect, it } from 'vitest';
import { ageAdjustedTotal } from './age-adjusted-total.ts';
import { oneRepMax } from './one-rep-max.ts';
import { type OneRepMaxEquation, oneRepMaxEquations } from './one-rep-max-equations.ts';
import { POLYNOMIALS, pointsPerKilogram } from './powerlifting-equations.ts';
import { powerliftingPoints } from './powerlifting-points.ts';
import { sinclairTotal } from './sinclair-total.ts';

const methods = Object.keys(oneRepMaxEquations) as OneRepMaxEquation[];
const maximum = (load: number, repetitions: number, method: OneRepMaxEquation) =>
  oneRepMax.calculate({ load, repetitions, method });

describe('one-rep max', () => {
  it.each(methods)('by %s is the load itself for one repetition', (method) => {
    expect(maximum(100, 1, method).one_rep_max_kg).toBe(100);
  });

  it.each(methods)('by %s returns the load for its repetitions, and less for each further one', (method) => {
    for (const repetitions of [2, 5, 10]) {
      const { loads } = maximum(80, repetitions, method);
      expect(loads.find((row) => row.repetitions === repetitions)?.load_kg).toBeCloseTo(80, 9);
      const kilograms = loads.map(({ load_kg }) => load_kg);
      expect(kilograms).toEqual(kilograms.toSorted((a, b) => b - a));
    }
  });

  it('is the same by Brzycki and Epley at 10 repetitions', () => {
    expect(maximum(60, 10, 'brzycki').one_rep_max_kg).toBeCloseTo(maximum(60, 10, 'epley').one_rep_max_kg, 9);
  });
});

describe('powerlifting points', () => {
  const lifter = { gender: 'male', weight: 83, total: 700, equipment: 'classic', event: 'sbd' } as const;
  const points = (changed: Partial<Parameters<typeof powerliftingPoints.calculate>[0]>) =>
    powerliftingPoints.calculate({ ...lifter, method: 'dots', ...changed }).points;

  // Copies with one wrong digit circulate, and two decimals of a total would not reveal it. The OpenPowerlifting
  // project prints those of Wilks; the others are calculated with 40 digits.
  it.each([
    ['dots', 'male', 0.615_515_764_559_601_6],
    ['dots', 'female', 0.853_346_083_916_739_7],
    ['wilks', 'male', 0.608_589_071_906_651_1],
    ['wilks', 'female', 0.832_583_316_736_822_8],
    ['wilks_2', 'male', 0.729_361_985_450_585_6],
    ['wilks_2', 'female', 1.052_453_386_193_661],
  ] as const)('by %s are for a %s of 100 kg, a kilogram lifted, %d', (method, gender, printed) => {
    expect(pointsPerKilogram(POLYNOMIALS[method][gender], 100)).toBeCloseTo(printed, 13);
  });

  it('depend on equipment and event by IPF GL only', () => {
    for (const method of ['dots', 'wilks', 'wilks_2'] as const) {
      expect(points({ method, equipment: 'equipped', event: 'bench' })).toBe(points({ method }));
    }
    const four = [points({ method: 'ipf_gl' }), points({ method: 'ipf_gl', event: 'bench' })];
    four.push(points({ method: 'ipf_gl', equipment: 'equipped' }));
    four.push(points({ method: 'ipf_gl', equipment: 'equipped', event: 'bench' }));
    expect(new Set(four).size).toBe(4);
  });

  it('clamp the weight to the range of a formula', () => {
    expect(points({ weight: 240 })).toBe(points({ weight: 210 }));
    expect(points({ weight: 36, method: 'wilks' })).toBe(points({ weight: 40, method: 'wilks' }));
    expect(points({ weight: 36, method: 'wilks', gender: 'female' })).not.toBe(
      points({ weight: 40, method: 'wilks', gender: 'female' }),
    );
  });

  it('accept the words that lifters use', () => {
    const lifter = { gender: 'male', weight: 83, total: 700, formula: 'gl', equipment: 'raw' };
    expect(powerliftingPoints.answer(lifter)).toMatchObject({ body: { points: 96.9 } });
  });
});

describe('Sinclair', () => {
  const coefficient = (gender: 'male' | 'female', weight: number, method: '2021_2024' | '2017_2020' | '2025_2028') =>
    sinclairTotal.calculate({ gender, weight, total: 100, method }).sinclair_coefficient;

  it('uses for 2021 to 2024 the constants of the cycle, not those of pages that mix two cycles', () => {
    // With b = 153.655, the constant of 2017 to 2020 that is often copied with 0.788004, it would be 1.369.
    expect(coefficient('female', 59, '2021_2024')).toBeCloseTo(1.36831, 5);
    expect(coefficient('male', 175.508, '2021_2024')).toBeGreaterThan(1);
    expect(coefficient('male', 175.508, '2017_2020')).toBe(1);
  });

  // Federations print the coefficients of 2025 to 2028 to five and six decimals.
  it.each([
    ['male', 81.5, 1.28201, 5],
    ['male', 73, 1.367106, 6],
    ['male', 89, 1.22431, 5],
    ['female', 59, 1.35755, 5],
    ['female', 71, 1.22746, 5],
  ] as const)('has for a %s of %d kg in 2025 to 2028 the coefficient %d', (gender, weight, printed, decimals) => {
    expect(Math.abs(coefficient(gender, weight, '2025_2028') - printed)).toBeLessThan(10 ** -decimals);
  });
});

it('the age coefficients are those of whole years in the table of OpenPowerlifting, not of other federations', () => {
  const at = (age: number) => ageAdjustedTotal.calculate({ age, total: 100 }).age_coefficient;
  expect([22, 23, 40, 41].map(at)).toEqual([1.01, 1, 1, 1.01]);
  expect(at(60)).toBe(1.34);
  // Sums of the transcribed tables, Foster 14 to 22 and McCulloch 41 to 90, from the published copies.
  const sum = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => at(from + index)).reduce((a, b) => a + b, 0);
  expect(sum(14, 22)).toBeCloseTo(9.78, 9);
  expect(sum(41, 90)).toBeCloseTo(79.786, 9);
});
