import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { caloriesBurned } from './calories-burned.ts';
import cases from './reference/calories-burned.json' with { type: 'json' };

calculatorSuite(caloriesBurned, {
  contract: {
    since: 'v1.0.0',
    aliases: ['workout-calorie-estimate'],
    inputs: ['met', 'activity', 'compendium', 'weight', 'duration', 'gender', 'age', 'height', 'method'],
    methods: ['met', 'oxygen', 'corrected', 'all'],
  },
  reference: cases,
  rises: { energy_kcal: ['met', 'weight', 'duration'], net_energy_kcal: ['met', 'duration'] },
});
