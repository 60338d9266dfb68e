import { z } from 'zod';
import {
  above,
  classify,
  classTable,
  defineCalculator,
  field,
  levels,
  method,
  OutsideValidity,
  result,
} from '../kit/index.ts';
import { position } from './child.ts';
import { Z_SCORES } from './curves.ts';
import { growth } from './family.ts';
import { cdc2000, coleGreen1992, who2006 } from './sources.ts';
import { implausible, standing, standingOutput } from './standing.ts';
import { type CdcTable, tableOf, type WhoTable } from './tables/index.ts';
import { restrictedZScore, zScore } from './tables/lms.ts';

const equations = {
  who: {
    formula: 'z = ((weight / M)^L − 1) / (L·S); beyond ±3 in steps as wide as the last standard deviation',
    sources: [who2006, coleGreen1992],
  },
  cdc: { formula: 'z = ((weight / M)^L − 1) / (L·S)', sources: [cdc2000, coleGreen1992] },
};

const TABLES: Readonly<Record<keyof typeof equations, Record<'lying' | 'standing', WhoTable | CdcTable>>> = {
  who: { lying: 'who-weight-for-length', standing: 'who-weight-for-height' },
  cdc: { lying: 'cdc-weight-for-length', standing: 'cdc-weight-for-stature' },
};

const classes = {
  who: classTable({
    severely_wasted: Number.NEGATIVE_INFINITY,
    wasted: -3,
    normal: -2,
    risk_of_overweight: above(1),
    overweight: above(2),
    obesity: above(3),
  }),
  /** Classes of the percentile. */
  cdc: classTable({ low: 0, normal: 5, high: above(95) }),
};

const input = z.object({
  gender: field.gender(),
  weight: field.weight({ min: 0.5, max: 60 }),
  height: field.height({ min: 45, max: 121.5 }),
  position: position(),
  method: method(equations, { all: true }),
});

/** Weight of young children for their length or height: wasting and overweight at any age. */
export const weightForHeight = defineCalculator({
  name: 'weight-for-height',
  family: growth,
  since: 'v1.0.0',
  input,
  output: z.object({
    ...standingOutput,
    median_weight_kg: result.kilograms(),
    category: result.classOf(classes.who, classes.cdc),
  }),
  profile: ['gender', 'weight', 'height', 'position'],
  equations,
  picture: levels({
    along: 'height',
    place: ({ height }) => Number(height),
    spans: [[45, 121.5]],
    measure: 'weight',
    level: 'z_score',
    values: Z_SCORES,
  }),
  examples: [
    {
      input: { gender: 'male', weight: 9.2, height: 74, position: 'lying' },
      output: { z_score: -0.13, category: 'normal' },
      origin: 'WHO 2006, weight for length at 74 cm, independent calculation: z = −0.1274',
    },
    {
      input: { gender: 'female', weight: 18.3324, height: 110, position: 'lying' },
      output: { z_score: 0, percentile: 50, median_weight_kg: 18.33, category: 'normal' },
      origin: 'WHO 2006: the median at a length of 110 cm, the last of the table, is 18.3324 kg',
    },
    {
      input: { gender: 'male', weight: 10.274_405_27, height: 77, position: 'standing', method: 'cdc' },
      output: { z_score: 0, percentile: 50, median_weight_kg: 10.27, category: 'normal' },
      origin: 'CDC 2000: the median at a stature of 77 cm, the first of the table, is 10.27440527 kg',
    },
    {
      input: { gender: 'male', weight: 11.027836503712, height: 74, position: 'lying' },
      output: { z_score: 2, percentile: 97.72, category: 'risk_of_overweight' },
      origin: 'By hand: 9.2974 · (1 − 2 · 0.3521 · 0.08283)^(−1 / 0.3521), which is not yet overweight',
    },
  ],
  calculate({ gender, weight, height, position: measured, method: used }) {
    const table = tableOf(TABLES[used][measured], gender);
    if (height < table.first || height > table.last) {
      throw new OutsideValidity('height', 'weight-for-height.outside', { min: table.first, max: table.last });
    }
    const lms = table.at(height);
    const found = standing(used === 'who' ? restrictedZScore(lms, weight) : zScore(lms, weight));
    const category = used === 'who' ? classify(found.z_score, classes.who) : classify(found.percentile, classes.cdc);
    return { ...found, median_weight_kg: lms.m, category };
  },
  explain: ({ method: used }, { z_score }) => ({
    classes: { category: classes[used] },
    warnings: implausible(z_score, { min: -5, max: 5 }),
    notes: [used === 'cdc' ? 'classes_of_percentile' : 'classes_of_z_score', 'oedema'],
  }),
});
