import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { body } from './family.ts';
import { squareMetres } from './quetelet.ts';

/** The reference height in m, and the correction for each metre below it (Kouri). */
const NORMAL_HEIGHT = 1.8;
const PER_METRE = 6.3;

/** Fat-free mass index and fat mass index: the two parts of the BMI. */
export const fatFreeMassIndex = defineCalculator({
  name: 'fat-free-mass-index',
  family: body,
  since: 'classic',
  aliases: ['ffmi'],
  input: z.object({
    weight: field.weight({ min: 20, max: 400 }),
    height: field.height({ min: 100, max: 250 }),
    body_fat: field.bodyFat(),
  }),
  output: z.object({
    ffmi: result.index({ unit: 'kg/m²' }),
    normalized_ffmi: result.index({ unit: 'kg/m²' }),
    fmi: result.index({ unit: 'kg/m²' }),
    fat_free_mass_kg: result.kilograms(),
    fat_mass_kg: result.kilograms(),
  }),
  profile: ['weight', 'height', 'body_fat'],
  equations: {
    kouri: {
      formula:
        'FFMI = weight·(1 − body fat/100) / height² [m²]; normalized FFMI = FFMI + 6.3·(1.80 − height); FMI = fat mass / height²',
      sources: [
        {
          citation:
            'Kouri EM, Pope HG, Katz DL, Oliva P. Fat-free mass index in users and nonusers of anabolic-androgenic steroids. Clin J Sport Med 1995;5:223-228',
        },
        {
          citation:
            'Schutz Y, Kyle UUG, Pichard C. Fat-free mass index and fat mass index percentiles in Caucasians aged 18-98 y. Int J Obes 2002;26:953-960',
          doi: '10.1038/sj.ijo.0802037',
        },
      ],
    },
  },
  examples: [
    {
      input: { weight: 78, height: 176, body_fat: 18 },
      output: { ffmi: 20.65, normalized_ffmi: 20.9, fmi: 4.53, fat_free_mass_kg: 63.96, fat_mass_kg: 14.04 },
      origin: 'By hand: 78 · 0.82 = 63.96; / 3.0976 = 20.6482; + 6.3 · 0.04 = 20.9002; 14.04 / 3.0976 = 4.5325',
    },
    {
      input: { weight: 100, height: 200, body_fat: 10 },
      output: { ffmi: 22.5, normalized_ffmi: 21.24, fmi: 2.5, fat_free_mass_kg: 90 },
      origin: 'By hand: 90 / 4 = 22.5; 22.5 − 6.3 · 0.2 = 21.24; 10 / 4 = 2.5',
    },
    {
      input: { weight: 81, height: 180, body_fat: 20 },
      output: { ffmi: 20, normalized_ffmi: 20, fmi: 5 },
      origin: 'By hand: 64.8 / 3.24 = 20; at 1.80 m nothing is added; 16.2 / 3.24 = 5',
    },
  ],
  calculate({ weight, height, body_fat }) {
    const fatMass = (weight * body_fat) / 100;
    const fatFreeMass = weight - fatMass;
    const square = squareMetres(height);
    const ffmi = fatFreeMass / square;
    return {
      ffmi,
      normalized_ffmi: ffmi + PER_METRE * (NORMAL_HEIGHT - height / 100),
      fmi: fatMass / square,
      fat_free_mass_kg: fatFreeMass,
      fat_mass_kg: fatMass,
    };
  },
  explain: () => ({ notes: ['fat-free-mass-index.normalized', 'fat-free-mass-index.limit'] }),
});
