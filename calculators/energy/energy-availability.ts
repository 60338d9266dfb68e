import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { fatFreeMass } from './fat-free-mass.ts';

const classes = classTable({ low: Number.NEGATIVE_INFINITY, reduced: 30, sufficient: 45 });

/** Energy intake minus the energy of training, for each kg of fat-free mass. */
export const energyAvailability = defineCalculator({
  name: 'energy-availability',
  family: energy,
  since: 'v1.0.0',
  input: z.object({
    energy: field.quantity({ min: 0, max: 15_000 }, 'kcal/day', 'kcal'),
    exercise_energy: field.quantity({ min: 0, max: 10_000 }, 'kcal/day', 'kcal'),
    fat_free_mass: field.mass({ min: 10, max: 200 }).optional(),
    weight: field.weight({ min: 20, max: 300 }).optional(),
    body_fat: field.bodyFat().optional(),
  }),
  output: z.object({
    energy_availability_kcal_per_kg: result.kcal(),
    fat_free_mass_kg: result.kilograms(),
    category: result.classOf(classes),
  }),
  profile: ['energy', 'exercise_energy', 'fat_free_mass', 'weight', 'body_fat'],
  equations: {
    loucks: {
      formula: 'energy availability = (energy intake − energy of exercise) [kcal/day] / fat-free mass [kg]',
      sources: [
        {
          citation:
            'Loucks AB, Kiens B, Wright HH. Energy availability in athletes. J Sports Sci 2011;29(Suppl 1):S7-S15',
          doi: '10.1080/02640414.2011.588958',
        },
        {
          citation:
            'Mountjoy M, Ackerman KE, Bailey DM, et al. 2023 International Olympic Committee’s (IOC) consensus statement on relative energy deficiency in sport (REDs). Br J Sports Med 2023;57:1073-1097',
          doi: '10.1136/bjsports-2023-106994',
        },
      ],
    },
  },
  examples: [
    {
      input: { energy: 2400, exercise_energy: 600, fat_free_mass: 48 },
      output: { energy_availability_kcal_per_kg: 37.5, category: 'reduced' },
      origin: 'By hand: (2400 − 600) / 48 = 37.5',
    },
    {
      input: { energy: 2700, exercise_energy: 450, weight: 62.5, body_fat: 20 },
      output: { energy_availability_kcal_per_kg: 45, fat_free_mass_kg: 50, category: 'sufficient' },
      origin: 'By hand: 62.5 · 0.8 = 50 kg; 2250 / 50 = 45 exactly, where it suffices',
    },
    {
      input: { energy: 1800, exercise_energy: 750, fat_free_mass: 42 },
      output: { energy_availability_kcal_per_kg: 25, category: 'low' },
      origin: 'By hand: 1050 / 42 = 25',
    },
  ],
  calculate({ energy, exercise_energy, ...body }) {
    const lean = fatFreeMass(body);
    const availability = (energy - exercise_energy) / lean;
    return {
      energy_availability_kcal_per_kg: availability,
      fat_free_mass_kg: lean,
      category: classify(availability, classes),
    };
  },
  explain: () => ({ notes: ['energy-availability.no_diagnosis'] }),
});
