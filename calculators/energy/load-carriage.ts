import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { energy } from './family.ts';

/** Energy cost of a terrain relative to a paved road (Soule & Goldman 1972, as printed by Pandolf). */
const TERRAINS = { paved: 1, dirt_road: 1.1, light_brush: 1.2, heavy_brush: 1.5, swamp: 1.8, sand: 2.1 };

/** Kilocalories an hour in a watt: 3600 s of 1 J, 4184 J in a kcal. */
const KCAL_PER_HOUR_AND_WATT = 3600 / 4184;

/** Energy of standing or walking with a pack. */
export const loadCarriage = defineCalculator({
  name: 'load-carriage',
  family: energy,
  since: 'v1.0.0',
  input: z.object({
    weight: field.weight({ min: 35, max: 200 }),
    load: field.mass({ min: 0, max: 70 }),
    speed: field.speed({ min: 0, max: 9 }),
    grade: field.percentage({ min: -40, max: 40 }).default(0),
    terrain: field
      .choice(['paved', 'dirt_road', 'light_brush', 'heavy_brush', 'swamp', 'sand'], { labels: 'terrain' })
      .default('paved'),
  }),
  output: z.object({ metabolic_rate_w: result.watts(), energy_kcal_per_hour: result.kcal() }),
  profile: ['weight', 'load', 'speed', 'grade', 'terrain'],
  equations: {
    pandolf: {
      formula:
        'M = 1.5·W + 2.0·(W + L)·(L/W)² + η·(W + L)·(1.5·V² + 0.35·V·G) watts; W weight and L load in kg, V speed in m/s, G grade in %, η terrain 1.0 paved, 1.1 dirt road, 1.2 light brush, 1.5 heavy brush, 1.8 swamp, 2.1 sand',
      sources: [
        {
          citation:
            'Pandolf KB, Givoni B, Goldman RF. Predicting energy expenditure with loads while standing or walking very slowly. J Appl Physiol 1977;43:577-581',
          doi: '10.1152/jappl.1977.43.4.577',
        },
        {
          citation:
            'Soule RG, Goldman RF. Terrain coefficients for energy cost prediction. J Appl Physiol 1972;32:706-708',
          doi: '10.1152/jappl.1972.32.5.706',
        },
      ],
    },
  },
  examples: [
    {
      input: { weight: 70, load: 15, speed: 5 },
      output: { metabolic_rate_w: 358.76, energy_kcal_per_hour: 308.68 },
      origin:
        'By hand: 105 + 2 · 85 · (15/70)² + 85 · 1.5 · (5/3.6)² = 105 + 7.8061 + 245.9491 = 358.7552; · 3600 / 4184 = 308.681',
    },
    {
      input: { weight: 80, load: 20, speed: 3.6, grade: 10, terrain: 'sand' },
      output: { metabolic_rate_w: 1182.5 },
      origin: 'By hand: 120 + 2 · 100 · 0.0625 + 2.1 · 100 · (1.5 + 3.5) = 120 + 12.5 + 1050',
    },
    {
      input: { weight: 60, load: 0, speed: 0 },
      output: { metabolic_rate_w: 90, energy_kcal_per_hour: 77.44 },
      origin: 'By hand: 1.5 · 60 = 90 W; · 3600 / 4184 = 77.438',
    },
  ],
  calculate({ weight, load, speed, grade, terrain }) {
    if (grade < 0) throw new OutsideValidity('grade', 'load-carriage.downhill');
    const metresPerSecond = speed / 3.6;
    const together = weight + load;
    const watts =
      1.5 * weight +
      2 * together * (load / weight) ** 2 +
      TERRAINS[terrain] * together * (1.5 * metresPerSecond ** 2 + 0.35 * metresPerSecond * grade);
    return { metabolic_rate_w: watts, energy_kcal_per_hour: watts * KCAL_PER_HOUR_AND_WATT };
  },
  explain: () => ({ notes: ['load-carriage.young_men'] }),
});
