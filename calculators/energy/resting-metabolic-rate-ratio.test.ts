import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/resting-metabolic-rate-ratio.json' with { type: 'json' };
import { restingMetabolicRateRatio } from './resting-metabolic-rate-ratio.ts';

calculatorSuite(restingMetabolicRateRatio, {
  contract: {
    since: 'v1.0.0',
    inputs: ['measured_rate', 'fat_free_mass', 'body_fat', 'gender', 'age', 'weight', 'height', 'method'],
    methods: ['cunningham_1980', 'harris_benedict_1919', 'all'],
  },
  reference: cases,
  rises: { resting_metabolic_rate_ratio: ['measured_rate'] },
  falls: { resting_metabolic_rate_ratio: ['fat_free_mass'] },
});
