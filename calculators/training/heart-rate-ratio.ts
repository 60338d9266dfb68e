import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { training } from './family.ts';

const uth = {
  citation:
    'Uth N, Sørensen H, Overgaard K, Pedersen PK. Estimation of VO2max from the ratio between HRmax and HRrest: the heart rate ratio method. Eur J Appl Physiol 2004;91:111-115',
  doi: '10.1007/s00421-003-0988-y',
};

/** Maximal oxygen uptake from the highest and the resting heart rate alone. */
export const heartRateRatio = defineCalculator({
  name: 'heart-rate-ratio',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    max_heart_rate: field.heartRate({ min: 100, max: 240 }),
    resting_heart_rate: field.heartRate({ min: 25, max: 120 }),
  }),
  output: z.object({ vo2max_ml_per_kg_min: result.oxygenUptake(), heart_rate_ratio: result.ratio() }),
  profile: ['max_heart_rate', 'resting_heart_rate'],
  equations: {
    uth: { formula: 'VO2max = 15.3 · max heart rate / resting heart rate mL/kg/min', sources: [uth] },
  },
  examples: [
    {
      input: { max_heart_rate: 190, resting_heart_rate: 55 },
      output: { vo2max_ml_per_kg_min: 52.85, heart_rate_ratio: 3.455 },
      origin: 'By hand: 190 / 55 = 3.454545; · 15.3 = 52.8545',
    },
    {
      input: { max_heart_rate: 180, resting_heart_rate: 60 },
      output: { vo2max_ml_per_kg_min: 45.9, heart_rate_ratio: 3 },
      origin: 'By hand: 3 · 15.3 = 45.9',
    },
    {
      input: { max_heart_rate: 196, resting_heart_rate: 48 },
      output: { vo2max_ml_per_kg_min: 62.48 },
      origin: 'By hand: 15.3 · 196 / 48 = 62.475, half away from zero',
    },
  ],
  calculate({ max_heart_rate, resting_heart_rate }) {
    if (max_heart_rate <= resting_heart_rate) throw new OutsideValidity('resting_heart_rate', 'resting_below_max');
    const ratio = max_heart_rate / resting_heart_rate;
    return { vo2max_ml_per_kg_min: 15.3 * ratio, heart_rate_ratio: ratio };
  },
  explain: () => ({ notes: ['heart-rate-ratio.measured', ['standard_error', { value: 4.5 }]] }),
});
