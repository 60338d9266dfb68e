import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { cholesterolRatios } from './cholesterol-ratios.ts';
import cases from './reference/cholesterol-ratios.json' with { type: 'json' };

calculatorSuite(cholesterolRatios, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'total_cholesterol',
      'hdl_cholesterol',
      'ldl_cholesterol',
      'cholesterol_unit',
      'triglycerides',
      'triglycerides_unit',
    ],
  },
  reference: cases,
  rises: { total_to_hdl: ['total_cholesterol'], ldl_to_hdl: ['ldl_cholesterol'] },
  falls: { ldl_to_hdl: ['hdl_cholesterol'] },
});
