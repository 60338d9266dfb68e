import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ahaPrevent } from './aha-prevent.ts';
import cases from './reference/aha-prevent.json' with { type: 'json' };

calculatorSuite(ahaPrevent, {
  contract: {
    since: 'v1.0.0',
    aliases: ['prevent'],
    inputs: [
      'gender',
      'age',
      'total_cholesterol',
      'total_cholesterol_unit',
      'hdl_cholesterol',
      'hdl_cholesterol_unit',
      'systolic',
      'antihypertensive',
      'statin',
      'diabetes',
      'smoker',
      'bmi',
      'egfr',
      'hba1c',
      'hba1c_unit',
      'uacr',
      'uacr_unit',
      'sdi',
      'method',
    ],
    methods: ['base', 'hba1c', 'uacr', 'sdi', 'full', 'all'],
  },
  reference: cases,
  rises: { cvd_risk_percent: ['age'] },
  falls: { cvd_risk_percent: ['egfr'] },
});
