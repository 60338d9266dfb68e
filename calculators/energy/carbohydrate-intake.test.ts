import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { carbohydrateIntake } from './carbohydrate-intake.ts';
import cases from './reference/carbohydrate-intake.json' with { type: 'json' };

calculatorSuite(carbohydrateIntake, {
  contract: {
    since: 'v1.0.0',
    aliases: ['carbs-calculator'],
    inputs: ['energy', 'gender', 'age', 'weight', 'height', 'activity_level', 'training_load', 'method'],
    methods: ['share_of_energy', 'training_load'],
  },
  reference: cases,
  rises: { energy_kcal: ['energy', 'weight', 'height'] },
  falls: { energy_kcal: ['age'] },
});
