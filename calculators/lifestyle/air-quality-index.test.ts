import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { airQualityIndex } from './air-quality-index.ts';
import cases from './reference/air-quality-index.json' with { type: 'json' };

calculatorSuite(airQualityIndex, {
  contract: {
    since: 'v1.0.0',
    inputs: ['pm2_5'],
  },
  reference: cases,
  rises: { air_quality_index: ['pm2_5'] },
});
