import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { news2 } from './news2.ts';
import cases from './reference/news2.json' with { type: 'json' };

calculatorSuite(news2, {
  contract: {
    since: 'v1.0.0',
    aliases: ['national-early-warning-score'],
    inputs: [
      'respiratory_rate',
      'oxygen_saturation',
      'saturation_scale',
      'supplemental_oxygen',
      'systolic',
      'heart_rate',
      'consciousness',
      'temperature',
    ],
  },
  reference: cases,
});
