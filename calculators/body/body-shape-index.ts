import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { absiReference } from './absi-reference.ts';
import { body } from './family.ts';
import { quetelet } from './quetelet.ts';

const krakauer = {
  citation:
    'Krakauer NY, Krakauer JC. A new body shape index predicts mortality hazard independently of body mass index. PLoS ONE 2012;7:e39504',
  doi: '10.1371/journal.pone.0039504',
};

/** Fifths of the survey's adults by z-score. */
const classes = classTable({
  very_low: Number.NEGATIVE_INFINITY,
  low: -0.868,
  average: -0.272,
  high: 0.229,
  very_high: 0.798,
});

/** The study followed the mortality of adults. */
const RISK_FROM = 18;

/** A body shape index (ABSI): the waist that weight and height do not explain. */
export const bodyShapeIndex = defineCalculator({
  name: 'body-shape-index',
  family: body,
  since: 'classic',
  aliases: ['absi', 'a-body-shape-index'],
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 2, max: 120 }),
    weight: field.weight({ min: 5, max: 400 }),
    height: field.height({ min: 60, max: 250 }),
    waist: field.waist({ min: 30, max: 250 }),
  }),
  output: z.object({
    absi: result.rounded(5),
    absi_z_score: result.rounded(3),
    category: result.withLabelsOf('mortality_risk', result.classOf(classes)).optional(),
    mortality_risk: result.classOf(classes).optional(),
  }),
  profile: ['gender', 'age', 'weight', 'height', 'waist'],
  equations: {
    krakauer: {
      formula:
        'ABSI = waist [m] / (BMI^(2/3) · height^(1/2) [m]); z = (ABSI − mean) / standard deviation of sex and age',
      sources: [krakauer],
    },
  },
  examples: [
    {
      input: { gender: 'male', age: 40, weight: 80, height: 178, waist: 92 },
      output: { absi: 0.08012, absi_z_score: -0.203, mortality_risk: 'average' },
      origin: 'Independent calculation with 50 digits: 0.0801194; (0.0801194 − 0.08087) / 0.0037 = −0.2029',
    },
    {
      input: { gender: 'male', age: 40, weight: 71, height: 170, waist: 88 },
      output: { absi: 0.07986, absi_z_score: -0.272, mortality_risk: 'average' },
      origin: 'Independent calculation with 50 digits: 0.0798640; z = −0.27188, just above the limit of −0.272',
    },
    {
      input: { gender: 'female', age: 50, weight: 65, height: 165, waist: 90 },
      output: { absi: 0.0845, absi_z_score: 1.033, mortality_risk: 'very_high' },
      origin: 'Independent calculation with 50 digits: 0.0845026; (0.0845026 − 0.07947) / 0.00487 = 1.0334',
    },
  ],
  calculate({ gender, age, weight, height, waist }) {
    const absi = waist / 100 / (quetelet(weight, height) ** (2 / 3) * Math.sqrt(height / 100));
    const { mean, deviation } = absiReference(gender, age);
    const zScore = (absi - mean) / deviation;
    return {
      absi,
      absi_z_score: zScore,
      ...(age < RISK_FROM ? {} : { category: classify(zScore, classes), mortality_risk: classify(zScore, classes) }),
    };
  },
  explain: () => ({ notes: ['body-shape-index.reference'] }),
});
