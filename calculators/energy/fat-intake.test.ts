import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fatIntake } from './fat-intake.ts';
import cases from './reference/fat-intake.json' with { type: 'json' };

calculatorSuite(fatIntake, {
  contract: {
    since: 'classic',
    inputs: ['energy', 'gender', 'age', 'weight', 'height', 'activity_level'],
  },
  reference: cases,
  rises: { saturated_fat_limit_g: ['energy', 'weight'] },
  falls: { energy_kcal: ['age'] },
});
