import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ldlCholesterol } from './ldl-cholesterol.ts';
import cases from './reference/ldl-cholesterol.json' with { type: 'json' };

calculatorSuite(ldlCholesterol, {
  contract: {
    since: 'v1.0.0',
    aliases: ['ldl'],
    inputs: [
      'total_cholesterol',
      'hdl_cholesterol',
      'cholesterol_unit',
      'triglycerides',
      'triglycerides_unit',
      'method',
    ],
    methods: ['sampson', 'martin_hopkins', 'friedewald', 'all'],
  },
  reference: cases,
  rises: { non_hdl_mg_per_dl: ['total_cholesterol'] },
  falls: { non_hdl_mg_per_dl: ['hdl_cholesterol'] },
});
