import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { apparentTemperature } from './apparent-temperature.ts';
import cases from './reference/apparent-temperature.json' with { type: 'json' };

calculatorSuite(apparentTemperature, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'humidity', 'wind_speed'],
  },
  reference: cases,
  rises: { apparent_temperature_c: ['temperature', 'humidity'] },
  falls: { apparent_temperature_c: ['wind_speed'] },
});
