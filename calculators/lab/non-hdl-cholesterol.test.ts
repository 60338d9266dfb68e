import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { nonHdlCholesterol } from './non-hdl-cholesterol.ts';
import cases from './reference/non-hdl-cholesterol.json' with { type: 'json' };

calculatorSuite(nonHdlCholesterol, {
  contract: {
    since: 'v1.0.0',
    inputs: ['total_cholesterol', 'hdl_cholesterol', 'cholesterol_unit'],
  },
  reference: cases,
  rises: { non_hdl_mg_per_dl: ['total_cholesterol'] },
  falls: { non_hdl_mmol_per_l: ['hdl_cholesterol'] },
});
