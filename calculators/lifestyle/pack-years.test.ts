import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { packYears } from './pack-years.ts';
import cases from './reference/pack-years.json' with { type: 'json' };

calculatorSuite(packYears, {
  contract: {
    since: 'v1.0.0',
    inputs: ['cigarettes', 'years', 'age', 'years_since_quitting'],
  },
  reference: cases,
  rises: { pack_years: ['cigarettes', 'years'] },
});
