import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/score2.json' with { type: 'json' };
import { score2 } from './score2.ts';

calculatorSuite(score2, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'region',
      'gender',
      'age',
      'smoker',
      'systolic',
      'total_cholesterol',
      'total_cholesterol_unit',
      'hdl_cholesterol',
      'hdl_cholesterol_unit',
      'age_at_diagnosis',
      'hba1c',
      'hba1c_unit',
      'egfr',
      'method',
    ],
    methods: ['score2', 'score2_op', 'score2_diabetes', 'score2_asia_pacific', 'all'],
  },
  reference: cases,
  rises: { cvd_risk_percent: ['systolic'] },
  falls: { cvd_risk_percent: ['age_at_diagnosis'] },
});
