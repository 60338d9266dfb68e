import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { framinghamCvd } from './framingham-cvd.ts';
import cases from './reference/framingham-cvd.json' with { type: 'json' };

calculatorSuite(framinghamCvd, {
  contract: {
    since: 'v1.0.0',
    aliases: ['framingham-risk-score'],
    inputs: [
      'gender',
      'age',
      'systolic',
      'antihypertensive',
      'smoker',
      'diabetes',
      'total_cholesterol',
      'total_cholesterol_unit',
      'hdl_cholesterol',
      'hdl_cholesterol_unit',
      'bmi',
      'method',
    ],
    methods: ['lipids', 'bmi', 'all'],
  },
  reference: cases,
  rises: { cvd_risk_percent: ['age', 'systolic', 'total_cholesterol', 'bmi'] },
  falls: { cvd_risk_percent: ['hdl_cholesterol'] },
});
