import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';

/** Blood volume of adults. */
export const bloodVolume = defineCalculator({
  name: 'blood-volume',
  family: body,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    weight: field.weight({ min: 25, max: 350 }),
    height: field.height({ min: 120, max: 250 }),
  }),
  output: z.object({ blood_volume_l: result.rounded(3), blood_volume_ml_per_kg: result.index() }),
  profile: ['gender', 'weight', 'height'],
  equations: {
    nadler: {
      formula:
        'men 0.3669·height³ [m³] + 0.03219·weight [kg] + 0.6041 L; women 0.3561·height³ + 0.03308·weight + 0.1833 L',
      sources: [
        {
          citation:
            'Nadler SB, Hidalgo JU, Bloch T. Prediction of blood volume in normal human adults. Surgery 1962;51:224-232',
        },
      ],
    },
  },
  examples: [
    {
      input: { gender: 'female', weight: 60, height: 165 },
      output: { blood_volume_l: 3.768, blood_volume_ml_per_kg: 62.8 },
      origin: 'By hand: 0.3561 · 4.492125 + 0.03308 · 60 + 0.1833 = 1.599646 + 1.9848 + 0.1833 = 3.767746',
    },
    {
      input: { gender: 'male', weight: 80, height: 180 },
      output: { blood_volume_l: 5.319 },
      origin: 'By hand: 0.3669 · 5.832 + 0.03219 · 80 + 0.6041 = 2.139761 + 2.5752 + 0.6041 = 5.319061',
    },
    {
      input: { gender: 'male', weight: 100, height: 200 },
      output: { blood_volume_l: 6.758, blood_volume_ml_per_kg: 67.58 },
      origin: 'By hand: 0.3669 · 8 + 3.219 + 0.6041 = 2.9352 + 3.219 + 0.6041 = 6.7583',
    },
  ],
  calculate({ gender, weight, height }) {
    const cubicMetres = (height / 100) ** 3;
    const litres =
      gender === 'male'
        ? 0.3669 * cubicMetres + 0.03219 * weight + 0.6041
        : 0.3561 * cubicMetres + 0.03308 * weight + 0.1833;
    return { blood_volume_l: litres, blood_volume_ml_per_kg: (1000 * litres) / weight };
  },
  explain: () => ({ notes: ['blood-volume.adults'] }),
});
