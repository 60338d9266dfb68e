import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { humidex } from './humidex.ts';
import cases from './reference/humidex.json' with { type: 'json' };

calculatorSuite(humidex, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'humidity', 'dew_point'],
  },
  reference: cases,
  rises: { humidex: ['temperature', 'dew_point', 'humidity'] },
});
