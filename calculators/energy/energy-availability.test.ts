import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { energyAvailability } from './energy-availability.ts';
import cases from './reference/energy-availability.json' with { type: 'json' };

calculatorSuite(energyAvailability, {
  contract: {
    since: 'v1.0.0',
    inputs: ['energy', 'exercise_energy', 'fat_free_mass', 'weight', 'body_fat'],
  },
  reference: cases,
  rises: { energy_availability_kcal_per_kg: ['energy', 'body_fat'] },
  falls: { energy_availability_kcal_per_kg: ['exercise_energy', 'fat_free_mass'] },
});
