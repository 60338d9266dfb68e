import { z } from 'zod';
import { classify, classTable, defineCalculator, exceeds, field, reaches, result } from '../kit/index.ts';
import { acute } from './family.ts';
import { heartRate, respiratoryRate, temperature } from './vital-signs.ts';

const classes = classTable({ absent: 0, present: 2 });

/** Limits of Bone 1992; a value on the limit does not count. */
const TEMPERATURE = { low: 36, high: 38 };
const FAST_HEART = 90;
const FAST_BREATHING = 20;
const LOW_CARBON_DIOXIDE = 32;
const WHITE_CELLS = { low: 4, high: 12 };
const MANY_BANDS = 10;

/** Signs of a systemic inflammatory response. */
export const sirs = defineCalculator({
  name: 'sirs',
  family: acute,
  since: 'v1.0.0',
  input: z.object({
    temperature: temperature(),
    heart_rate: heartRate(),
    respiratory_rate: respiratoryRate(),
    white_cell_count: field.quantity({ min: 0, max: 500 }, '10⁹/L', '10e9_per_l'),
    paco2: field.quantity({ min: 5, max: 200 }, 'mmHg', 'mmhg').optional(),
    band_neutrophils: field.percentage({ min: 0, max: 100 }).optional(),
  }),
  output: z.object({ sirs_criteria: result.rounded(0), category: result.classOf(classes) }),
  profile: ['temperature', 'heart_rate', 'respiratory_rate', 'white_cell_count', 'paco2', 'band_neutrophils'],
  equations: {
    sirs: {
      formula:
        '1 point each: temperature > 38 or < 36 °C; heart rate > 90/min; respiratory rate > 20/min or PaCO2 < 32 mmHg; white cells > 12 or < 4 · 10⁹/L or > 10 % bands',
      sources: [
        {
          citation:
            'Bone RC, Balk RA, Cerra FB, et al. Definitions for sepsis and organ failure and guidelines for the use of innovative therapies in sepsis. Chest 1992;101:1644-1655',
          doi: '10.1378/chest.101.6.1644',
        },
      ],
    },
  },
  examples: [
    {
      input: { temperature: 38, heart_rate: 90, respiratory_rate: 20, white_cell_count: 12 },
      output: { sirs_criteria: 0, category: 'absent' },
      origin: 'Bone 1992: each value is on the limit, and none is above it',
    },
    {
      input: { temperature: 38.1, heart_rate: 91, respiratory_rate: 20, white_cell_count: 8 },
      output: { sirs_criteria: 2, category: 'present' },
      origin: 'By hand: temperature and heart rate: 2, where the syndrome is present',
    },
    {
      input: { temperature: 35.9, heart_rate: 110, respiratory_rate: 26, white_cell_count: 3.9 },
      output: { sirs_criteria: 4, category: 'present' },
      origin: 'By hand: 1 + 1 + 1 + 1 = 4',
    },
    {
      input: {
        temperature: 37,
        heart_rate: 80,
        respiratory_rate: 18,
        white_cell_count: 9,
        paco2: 31,
        band_neutrophils: 11,
      },
      output: { sirs_criteria: 2, category: 'present' },
      origin: 'By hand: PaCO2 below 32 mmHg and more than 10 % bands: 2',
    },
  ],
  calculate(found) {
    const { temperature, heart_rate, respiratory_rate, white_cell_count, paco2, band_neutrophils } = found;
    const criteria =
      Number(exceeds(temperature, TEMPERATURE.high) || !reaches(temperature, TEMPERATURE.low)) +
      Number(exceeds(heart_rate, FAST_HEART)) +
      Number(
        exceeds(respiratory_rate, FAST_BREATHING) || (paco2 !== undefined && !reaches(paco2, LOW_CARBON_DIOXIDE)),
      ) +
      Number(
        exceeds(white_cell_count, WHITE_CELLS.high) ||
          !reaches(white_cell_count, WHITE_CELLS.low) ||
          (band_neutrophils !== undefined && exceeds(band_neutrophils, MANY_BANDS)),
      );
    return { sirs_criteria: criteria, category: classify(criteria, classes) };
  },
  explain: () => ({ notes: ['sirs.replaced'] }),
});
