import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bloodAlcohol } from './blood-alcohol.ts';
import cases from './reference/blood-alcohol.json' with { type: 'json' };

calculatorSuite(bloodAlcohol, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'alcohol', 'hours', 'age', 'height', 'method'],
    methods: ['watson', 'widmark', 'nhtsa', 'all'],
  },
  reference: cases,
  rises: { blood_alcohol_g_per_l: ['alcohol'], hours_until_zero: ['alcohol'] },
  falls: { blood_alcohol_g_per_l: ['weight', 'hours', 'height'] },
});
