import { z } from 'zod';
import { defineCalculator, exceeds, field, method, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { grams } from './food-fields.ts';
import { eu1169 } from './sources.ts';

const labels = [
  {
    citation:
      'US Food and Drug Administration. Nutrition labeling of food, 21 CFR 101.9(c)(6): total carbohydrate includes fibre and sugar alcohols; net carbohydrate is not defined',
  },
  eu1169,
];

const equations = {
  label_practice: {
    formula:
      'carbohydrate − fibre − sugar alcohol g; EU labels, where carbohydrate is without fibre: carbohydrate − sugar alcohol',
    sources: labels,
  },
  half_sugar_alcohol: {
    formula:
      'carbohydrate − fibre − sugar alcohol / 2 g; EU labels, where carbohydrate is without fibre: carbohydrate − sugar alcohol / 2',
    sources: [
      {
        citation:
          'American Diabetes Association. Nutrition recommendations and interventions for diabetes. Diabetes Care 2008;31(Suppl 1):S61-S78',
        doi: '10.2337/dc08-S061',
      },
      ...labels,
    ],
  },
};

/** The share of the sugar alcohols that is subtracted. */
const DEDUCTED = { label_practice: 1, half_sugar_alcohol: 0.5 };

/** Digestible carbohydrate from the values of a food label. */
export const netCarbohydrates = defineCalculator({
  name: 'net-carbohydrates',
  family: energy,
  since: 'classic',
  input: z.object({
    carbohydrate: grams(500),
    fiber: grams(200).default(0),
    sugar_alcohol: grams(200).default(0),
    label: field.choice(['us', 'eu'], { labels: 'label' }).default('us'),
    method: method(equations, { all: true }),
  }),
  output: z.object({ net_carbohydrate_g: result.rounded(2) }),
  profile: ['carbohydrate', 'fiber', 'sugar_alcohol', 'label'],
  equations,
  examples: [
    {
      input: { carbohydrate: 23, fiber: 9, sugar_alcohol: 11 },
      output: { net_carbohydrate_g: 3 },
      origin: 'By hand: 23 − 9 − 11 = 3',
    },
    {
      input: { carbohydrate: 23, fiber: 9, sugar_alcohol: 11, method: 'half_sugar_alcohol' },
      output: { net_carbohydrate_g: 8.5 },
      origin: 'By hand: 23 − 9 − 11 / 2 = 8.5',
    },
    {
      input: { carbohydrate: 45.5, fiber: 12.5, label: 'eu' },
      output: { net_carbohydrate_g: 45.5 },
      origin: 'By hand: on EU labels the fibre has been taken off already',
    },
    { input: { carbohydrate: 17.1, fiber: 13.5 }, output: { net_carbohydrate_g: 3.6 }, origin: 'By hand: 17.1 − 13.5' },
    {
      input: { carbohydrate: 260, fiber: 31, sugar_alcohol: 12.5, method: 'half_sugar_alcohol' },
      output: { net_carbohydrate_g: 222.75 },
      origin: 'By hand, of a day: 260 − 31 − 6.25 = 222.75',
    },
  ],
  calculate({ carbohydrate, fiber, sugar_alcohol, label, method }) {
    const parts = (label === 'us' ? fiber : 0) + sugar_alcohol;
    if (exceeds(parts, carbohydrate)) throw new OutsideValidity('carbohydrate', 'net-carbohydrates.less_than_parts');
    const net = carbohydrate - (label === 'us' ? fiber : 0) - DEDUCTED[method] * sugar_alcohol;
    return { net_carbohydrate_g: Math.max(0, net) };
  },
  explain: () => ({ notes: ['net-carbohydrates.no_definition'] }),
});
