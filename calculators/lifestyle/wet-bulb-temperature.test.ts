import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/wet-bulb-temperature.json' with { type: 'json' };
import { wetBulbTemperature } from './wet-bulb-temperature.ts';

calculatorSuite(wetBulbTemperature, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'humidity'],
  },
  reference: cases,
  rises: { wet_bulb_c: ['temperature', 'humidity'] },
});
