import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/wet-bulb-globe-temperature.json' with { type: 'json' };
import { wetBulbGlobeTemperature } from './wet-bulb-globe-temperature.ts';

calculatorSuite(wetBulbGlobeTemperature, {
  contract: {
    since: 'v1.0.0',
    aliases: ['wbgt'],
    inputs: ['wet_bulb', 'globe', 'temperature', 'humidity', 'method'],
    methods: ['outdoor', 'indoor', 'shade', 'all'],
  },
  reference: cases,
  rises: { wbgt_c: ['wet_bulb', 'globe', 'temperature', 'humidity'] },
});
