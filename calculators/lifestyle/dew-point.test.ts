import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { dewPoint } from './dew-point.ts';
import cases from './reference/dew-point.json' with { type: 'json' };

calculatorSuite(dewPoint, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'humidity'],
  },
  reference: cases,
  rises: { dew_point_c: ['temperature', 'humidity'] },
});
