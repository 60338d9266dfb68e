import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/wind-chill.json' with { type: 'json' };
import { windChill } from './wind-chill.ts';

calculatorSuite(windChill, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'wind_speed', 'method'],
    methods: ['environment_canada', 'nws', 'all'],
  },
  reference: cases,
  rises: { wind_chill_c: ['temperature'] },
  falls: { wind_chill_c: ['wind_speed'] },
});
