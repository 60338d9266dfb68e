import { z } from 'zod';
import { defineCalculator, field, method, type Remark, result } from '../kit/index.ts';
import { training } from './family.ts';
import {
  EQUIPMENT,
  EVENTS,
  goodliftPerKilogram,
  POLYNOMIALS,
  pointsPerKilogram,
  powerliftingEquations,
} from './powerlifting-equations.ts';

const input = z.object({
  gender: field.gender(),
  weight: field.weight({ min: 35, max: 250 }),
  total: field.mass({ min: 1, max: 2000 }),
  equipment: field
    .choice(EQUIPMENT, { labels: 'equipment', synonyms: { raw: 'classic', single_ply: 'equipped' } })
    .default('classic'),
  event: field.choice(EVENTS, { labels: 'event' }).default('sbd'),
  method: method(powerliftingEquations, { all: true }),
});

/** A powerlifting total made comparable between body weights and the sexes. */
export const powerliftingPoints = defineCalculator({
  name: 'powerlifting-points',
  family: training,
  since: 'v1.0.0',
  input,
  output: z.object({ points: result.index() }),
  profile: ['gender', 'weight', 'total', 'equipment', 'event'],
  usedBy: {
    equipment: ['ipf_gl'],
    event: ['ipf_gl'],
  },
  equations: powerliftingEquations,
  examples: [
    {
      input: { gender: 'male', weight: 83, total: 700 },
      output: { points: 472.56 },
      origin: 'Independent calculation with 50 digits: 472.56116',
    },
    {
      input: { gender: 'male', weight: 100, total: 1000, method: 'wilks' },
      output: { points: 608.59 },
      origin: 'Test of the OpenPowerlifting project: 608.58907',
    },
    {
      input: { gender: 'female', weight: 60, total: 500, method: 'wilks' },
      output: { points: 557.44 },
      origin: 'Test of the OpenPowerlifting project: 557.4434',
    },
    {
      input: { gender: 'female', weight: 63, total: 420, method: 'wilks_2' },
      output: { points: 537.02 },
      origin: 'Independent calculation with 50 digits: 537.02134; the scale is 600, not the 500 of the older formula',
    },
    {
      input: { gender: 'male', weight: 83, total: 700, method: 'ipf_gl' },
      output: { points: 96.9 },
      origin: 'Independent calculation with 50 digits: 96.898608',
    },
    {
      input: { gender: 'female', weight: 63, total: 110, method: 'ipf_gl', equipment: 'equipped', event: 'bench' },
      output: { points: 66.38 },
      origin: 'Independent calculation with 50 digits: 66.382939',
    },
  ],
  calculate({ gender, weight, total, equipment, event, method }) {
    const perKilogram =
      method === 'ipf_gl'
        ? goodliftPerKilogram(gender, equipment, event, weight)
        : pointsPerKilogram(POLYNOMIALS[method][gender], weight);
    return { points: total * perKilogram };
  },
  explain: (lifter) => ({ warnings: heldWeight(lifter), notes: ['powerlifting-points.not_comparable'] }),
});

function heldWeight({ gender, weight, method }: z.output<typeof input>): Remark[] {
  if (method === 'ipf_gl') return [];
  const { heldFrom, heldTo } = POLYNOMIALS[method][gender];
  const held = weight < heldFrom || weight > heldTo;
  return held ? [['powerlifting-points.held', { min: heldFrom, max: heldTo }]] : [];
}
