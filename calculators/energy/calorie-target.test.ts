import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { calorieTarget } from './calorie-target.ts';
import cases from './reference/calorie-target.json' with { type: 'json' };

calculatorSuite(calorieTarget, {
  contract: {
    since: 'classic',
    aliases: ['dcn'],
    inputs: ['weight', 'height', 'age', 'gender', 'activity_level', 'activity_factor', 'goal', 'body_fat', 'method'],
    methods: [
      'mifflin_st_jeor',
      'harris_benedict_1919',
      'harris_benedict_1984',
      'katch_mcardle',
      'cunningham_1980',
      'schofield',
      'schofield_height',
      'henry',
      'henry_height',
      'fao_who_unu_1985',
      'owen',
    ],
  },
  reference: cases,
  rises: { calorie_target: ['weight', 'height'] },
  falls: { calorie_target: ['age'] },
});
