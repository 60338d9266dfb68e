import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Grams in a millilitre of pure alcohol at 20 °C. */
const DENSITY = 0.789;

const equations = {
  uk: {
    formula: 'units = volume [mL] · strength [%] / 1000 (10 mL of pure alcohol)',
    sources: [
      { citation: "UK Chief Medical Officers' low risk drinking guidelines. Department of Health, London 2016" },
    ],
  },
  us: {
    formula: 'standard drinks = volume [mL] · strength [%] / 100 · 0.789 / 14 g',
    sources: [
      { citation: 'National Institute on Alcohol Abuse and Alcoholism. What is a standard drink? (14 g)' },
      {
        citation:
          'US Department of Agriculture, US Department of Health and Human Services. Dietary Guidelines for Americans, 2020-2025. 9th edition, December 2020',
      },
    ],
  },
  au: {
    formula: 'standard drinks = volume [mL] · strength [%] / 100 · 0.789 / 10 g',
    sources: [
      {
        citation:
          'National Health and Medical Research Council. Australian guidelines to reduce health risks from drinking alcohol. Canberra 2020',
      },
    ],
  },
  who: {
    formula: 'standard drinks = volume [mL] · strength [%] / 100 · 0.789 / 10 g',
    sources: [{ citation: 'WHO. Global status report on alcohol and health 2018. Geneva 2018' }],
  },
};

/** Standard drinks by the grams of alcohol; a UK unit is a volume, 10 mL. */
const GRAMS = { uk: 10 * DENSITY, us: 14, au: 10, who: 10 };

/** Alcohol in a drink, in grams and standard drinks. */
export const alcoholUnits = defineCalculator({
  name: 'alcohol-units',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    // Volumes are litres in every other calculator; millilitres stay accepted until v2.
    volume: field.unless('volume_l', field.quantity({ min: 1, max: 20_000 }, 'mL', 'ml')),
    volume_l: field.quantity({ min: 0.001, max: 20 }, 'L').optional(),
    strength: field.percentage({ min: 0, max: 100 }),
    method: method(equations, { all: true }),
  }),
  output: z.object({ standard_drinks: result.rounded(3), alcohol_g: result.rounded(2) }),
  profile: ['volume', 'volume_l', 'strength'],
  equations,
  examples: [
    {
      input: { volume: 330, strength: 4.5 },
      output: { standard_drinks: 1.485, alcohol_g: 11.72 },
      origin: 'By hand: 330 · 4.5 / 1000 = 1.485 units; 330 · 0.045 · 0.789 = 11.71665 g',
    },
    {
      input: { volume: 354.8823549, strength: 5, method: 'us' },
      output: { standard_drinks: 1, alcohol_g: 14 },
      origin: 'By hand: a can of beer, 12 US fluid ounces: 354.8824 · 0.05 · 0.789 = 14.0001 g; / 14 = 1.00001',
    },
    {
      input: { volume: 150, strength: 13.5, method: 'au' },
      output: { standard_drinks: 1.598, alcohol_g: 15.98 },
      origin: 'By hand: 150 · 0.135 · 0.789 = 15.97725 g; / 10 = 1.597725',
    },
    {
      input: { volume: 568, strength: 3.6, method: 'uk' },
      output: { standard_drinks: 2.045, alcohol_g: 16.13 },
      origin: 'By hand: a pint; 568 · 3.6 / 1000 = 2.0448 units; 568 · 0.036 · 0.789 = 16.133472 g',
    },
    {
      input: { volume_l: 0.75, strength: 12.5, method: 'who' },
      output: { standard_drinks: 7.397, alcohol_g: 73.97 },
      origin: 'By hand: a bottle of wine; 750 · 0.125 · 0.789 = 73.96875 g; / 10 = 7.396875',
    },
  ],
  calculate(drink) {
    const { strength, method } = drink;
    const grams = ((millilitres(drink) * strength) / 100) * DENSITY;
    return { standard_drinks: grams / GRAMS[method], alcohol_g: grams };
  },
  explain: ({ method }) => ({ notes: [LOW_RISK[method]] }),
});

/** The volume in mL by whichever input gives it. */
function millilitres(drink: { volume?: number | undefined; volume_l?: number | undefined; method: string }): number {
  if (drink.volume_l === undefined) return given(drink, ['volume'], drink.method).volume;
  if (drink.volume !== undefined) throw new OutsideValidity('volume_l', 'alcohol-units.volume_given_twice');
  return drink.volume_l * 1000;
}

/** The drinking advice of the body that defined the drink. */
const LOW_RISK = {
  uk: 'alcohol-units.low_risk_uk',
  us: 'alcohol-units.low_risk_us',
  au: 'alcohol-units.low_risk_au',
  who: 'alcohol-units.low_risk_who',
};
