import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { calorieTarget } from './calorie-target.ts';
import cases from './reference/calorie-target.json' with { type: 'json' };

calculatorSuite(calorieTarget, {
  contract: {
    since: 'classic',
    aliases: ['dcn'],
    inputs: ['weight', 'height', 'age', 'gender', 'activity_level', 'goal', 'body_fat', 'method'],
    methods: ['mifflin_st_jeor', 'harris_benedict_1984', 'katch_mcardle'],
  },
  reference: cases,
  rises: { calorie_target: ['weight', 'height'] },
  falls: { calorie_target: ['age'] },
});
