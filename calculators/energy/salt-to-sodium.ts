import { z } from 'zod';
import { classify, classTable, defineCalculator, field, method, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { grams } from './food-fields.ts';
import { requiredWithout } from './required-without.ts';
import { eu1169 } from './sources.ts';

const equations = {
  sodium_chloride: {
    formula: 'sodium [mg] = salt [g]·1000·22.98977 / (22.98977 + 35.453)',
    sources: [
      {
        citation:
          'IUPAC Commission on Isotopic Abundances and Atomic Weights. Standard atomic weights: sodium 22.98977, chlorine 35.453 (conventional)',
      },
    ],
    date: '2026',
  },
  label: { formula: 'sodium [mg] = salt [g]·1000 / 2.5', sources: [eu1169] },
};

/** Milligrams of sodium in a gram of salt. */
const MG_PER_G = { sodium_chloride: (1000 * 22.98977) / (22.98977 + 35.453), label: 1000 / 2.5 };

/** A level teaspoon of table salt, in g. */
const G_PER_TEASPOON = 6;

/** Daily upper limit of sodium for adults in mg (WHO 2012), equal to 5 g of salt. */
const LIMIT_MG = 2000;

const classes = classTable({ below_limit: 0, limit_reached: LIMIT_MG });

/** Sodium in an amount of salt, and its share of the daily limit. */
export const saltToSodium = defineCalculator({
  name: 'salt-to-sodium',
  family: energy,
  since: 'v1.0.0',
  aliases: ['sodium-in-salt'],
  input: z.object({
    salt: grams(1000).optional(),
    teaspoons: field.quantity({ min: 0, max: 100 }).optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({
    sodium_mg: result.rounded(2),
    salt_g: result.rounded(2),
    daily_limit_percent: result.percent(),
    daily_limit: result.classOf(classes),
  }),
  profile: ['salt', 'teaspoons'],
  equations,
  sources: [
    { citation: 'WHO. Guideline: sodium intake for adults and children. Geneva 2012' },
    {
      citation:
        'US Department of Agriculture. FoodData Central, SR Legacy, food 02047: salt, table (1 teaspoon = 6.0 g)',
    },
  ],
  examples: [
    {
      input: { salt: 5 },
      output: { sodium_mg: 1966.86, daily_limit_percent: 98.34, daily_limit: 'below_limit' },
      origin: 'By hand: 22.98977 / 58.44277 = 0.3933724; · 5000 = 1966.862',
    },
    {
      input: { salt: 5, method: 'label' },
      output: { sodium_mg: 2000, daily_limit_percent: 100, daily_limit: 'limit_reached' },
      origin: 'Regulation (EU) 1169/2011: salt = sodium · 2.5; 5 / 2.5 = 2 g exactly, the limit',
    },
    {
      input: { teaspoons: 0.25 },
      output: { sodium_mg: 590.06, salt_g: 1.5, daily_limit_percent: 29.5 },
      origin: 'By hand: 0.25 · 6 = 1.5 g; 1500 · 0.3933724 = 590.0585',
    },
  ],
  calculate({ salt, teaspoons, method }) {
    if (salt !== undefined && teaspoons !== undefined) {
      throw new OutsideValidity('teaspoons', 'salt-to-sodium.given_twice');
    }
    const grams =
      teaspoons === undefined ? requiredWithout('teaspoons', { salt }, ['salt']).salt : teaspoons * G_PER_TEASPOON;
    const sodium = grams * MG_PER_G[method];
    return {
      sodium_mg: sodium,
      salt_g: grams,
      daily_limit_percent: (100 * sodium) / LIMIT_MG,
      daily_limit: classify(sodium, classes),
    };
  },
});
