import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ascvdPce } from './ascvd-pce.ts';
import cases from './reference/ascvd-pce.json' with { type: 'json' };

calculatorSuite(ascvdPce, {
  contract: {
    since: 'v1.0.0',
    aliases: ['pooled-cohort-equations'],
    inputs: [
      'gender',
      'race',
      'age',
      'total_cholesterol',
      'total_cholesterol_unit',
      'hdl_cholesterol',
      'hdl_cholesterol_unit',
      'systolic',
      'antihypertensive',
      'smoker',
      'diabetes',
    ],
  },
  reference: cases,
  rises: { ascvd_risk_percent: ['systolic'] },
});
