import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { correctedAge } from './corrected-age.ts';
import cases from './reference/corrected-age.json' with { type: 'json' };

calculatorSuite(correctedAge, {
  contract: {
    since: 'v1.0.0',
    inputs: ['birth_date', 'date', 'gestational_weeks', 'gestational_days'],
  },
  reference: cases,
});
