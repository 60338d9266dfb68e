import { z } from 'zod';
import { above, along, classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { condition } from './food-fields.ts';

/**
 * Safe amounts by EFSA in mg: a day, a day for pregnant and lactating women, a single dose, a single dose for each kg.
 */
const LIMITS = { day: 400, dayOfMothers: 200, once: 200, oncePerKg: 3 };

const doseClasses = (limit: number) => classTable({ within_limit: 0, above_limit: above(limit) });

/** Mean half-life in hours: of adults, and of 57 pregnant women (Knutti 1981). */
const HALF_LIFE = { usual: 5, pregnant: 8.3 };

const input = z
  .object({
    dose: field.quantity({ min: 1, max: 2000 }, 'mg', 'mg'),
    hours: field.hours({ min: 0, max: 72 }),
    // The default depends on the condition, so none is documented.
    half_life: field.hours({ min: 2, max: 24 }, 'hours').optional(),
    weight: field.weight({ min: 20, max: 300 }).optional(),
    condition: condition(),
  })
  // The profile of an answer names the half-life that was used.
  .overwrite((drink) => ({ ...drink, half_life: halfLifeOf(drink) }));

function halfLifeOf({ half_life, condition }: Pick<Drink, 'half_life' | 'condition'>): number {
  return half_life ?? (condition === 'pregnant' ? HALF_LIFE.pregnant : HALF_LIFE.usual);
}

interface Drink {
  readonly dose: number;
  readonly hours: number;
  readonly half_life?: number | undefined;
  readonly weight?: number | undefined;
  readonly condition?: 'pregnant' | 'lactating' | undefined;
}

/** Caffeine that is still in the body, and how much is safe. */
export const caffeine = defineCalculator({
  name: 'caffeine',
  family: energy,
  since: 'v1.0.0',
  input,
  output: z.object({
    remaining_mg: result.rounded(2),
    remaining_percent: result.percent(),
    single_dose_limit_mg: result.rounded(2),
    daily_limit_mg: result.rounded(0),
    single_dose: result.classOf(doseClasses(LIMITS.once)),
  }),
  profile: ['dose', 'hours', 'half_life', 'weight', 'condition'],
  earlier: [{ before: '2026-11-23', defaults: { half_life: HALF_LIFE.usual } }],
  equations: {
    elimination: {
      formula:
        'remaining = dose·0.5^(hours / half-life), half-life 5 h, in pregnancy 8.3 h; single dose at most 200 mg and 3 mg/kg',
      sources: [
        {
          citation:
            'EFSA Panel on Dietetic Products, Nutrition and Allergies. Scientific opinion on the safety of caffeine. EFSA J 2015;13(5):4102',
          doi: '10.2903/j.efsa.2015.4102',
        },
        {
          citation:
            'Knutti R, Rothweiler H, Schlatter C. Effect of pregnancy on the pharmacokinetics of caffeine. Eur J Clin Pharmacol 1981;21:121-126',
          doi: '10.1007/BF00637512',
        },
        {
          citation:
            'Knutti R, Rothweiler H, Schlatter C. The effect of pregnancy on the pharmacokinetics of caffeine. Arch Toxicol Suppl 1982;5:187-192',
          doi: '10.1007/978-3-642-68511-8_33',
        },
      ],
    },
  },
  picture: along('hours', 'remaining_mg', { from: 0, to: () => 24 }),
  examples: [
    {
      input: { dose: 200, hours: 6 },
      output: { remaining_mg: 87.06, remaining_percent: 43.53, single_dose: 'within_limit', daily_limit_mg: 400 },
      origin:
        'Independent calculation with 50 digits: 0.5^1.2 = 0.435275; a dose of 200 mg is the limit and not above it',
    },
    {
      input: { dose: 160, hours: 10, weight: 50 },
      output: { remaining_mg: 40, remaining_percent: 25, single_dose_limit_mg: 150, single_dose: 'above_limit' },
      origin: 'By hand: two half-lives: 160 / 4 = 40; 3 · 50 = 150 mg',
    },
    {
      input: { dose: 80, hours: 8, half_life: 8, condition: 'pregnant', weight: 70 },
      output: { remaining_mg: 40, single_dose_limit_mg: 200, daily_limit_mg: 200 },
      origin: 'By hand: one half-life: 80 / 2 = 40; 3 · 70 = 210 mg, but 200 mg at most',
    },
    {
      input: { dose: 80, hours: 16.6, condition: 'pregnant' },
      output: { remaining_mg: 20, remaining_percent: 25, daily_limit_mg: 200 },
      origin: 'By hand: two half-lives of 8.3 h: 80 / 4 = 20',
    },
  ],
  calculate(drink) {
    const { dose, hours, condition } = drink;
    const share = 0.5 ** (hours / halfLifeOf(drink));
    const limit = singleDoseLimit(drink);
    return {
      remaining_mg: dose * share,
      remaining_percent: 100 * share,
      single_dose_limit_mg: limit,
      daily_limit_mg: condition === undefined ? LIMITS.day : LIMITS.dayOfMothers,
      single_dose: classify(dose, doseClasses(limit)),
    };
  },
  explain: (drink) => ({
    classes: { single_dose: doseClasses(singleDoseLimit(drink)) },
    notes: ['caffeine.half_lives'],
  }),
});

function singleDoseLimit({ weight }: Drink): number {
  return weight === undefined ? LIMITS.once : Math.min(LIMITS.once, LIMITS.oncePerKg * weight);
}
