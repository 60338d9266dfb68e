import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fetalWeight } from './fetal-weight.ts';
import cases from './reference/fetal-weight.json' with { type: 'json' };

calculatorSuite(fetalWeight, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'biparietal_diameter',
      'head_circumference',
      'abdominal_circumference',
      'femur_length',
      'gestational_weeks',
      'gestational_days',
      'method',
    ],
    methods: ['hadlock_4', 'hadlock_3', 'all'],
  },
  reference: cases,
  rises: { fetal_weight_g: ['head_circumference'] },
});
