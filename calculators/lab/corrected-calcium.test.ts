import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { correctedCalcium } from './corrected-calcium.ts';
import cases from './reference/corrected-calcium.json' with { type: 'json' };

calculatorSuite(correctedCalcium, {
  contract: {
    since: 'v1.0.0',
    inputs: ['calcium', 'calcium_unit', 'albumin', 'albumin_unit'],
  },
  reference: cases,
  rises: { corrected_calcium_mg_per_dl: ['calcium'] },
  falls: { corrected_calcium_mg_per_dl: ['albumin'] },
});
