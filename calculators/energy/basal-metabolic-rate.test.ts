import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { basalMetabolicRateCalculator } from './basal-metabolic-rate.ts';
import cases from './reference/basal-metabolic-rate.json' with { type: 'json' };

calculatorSuite(basalMetabolicRateCalculator, {
  contract: {
    since: 'classic',
    aliases: ['bmr', 'bee', 'rmr-calculator'],
    inputs: ['gender', 'age', 'weight', 'height', 'body_fat', 'fat_free_mass', 'method'],
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
      'all',
    ],
  },
  reference: cases,
  rises: { bmr: ['weight', 'height'] },
  falls: { bmr: ['body_fat'] },
});
