import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sirs.json' with { type: 'json' };
import { sirs } from './sirs.ts';

calculatorSuite(sirs, {
  contract: {
    since: 'v1.0.0',
    inputs: ['temperature', 'heart_rate', 'respiratory_rate', 'white_cell_count', 'paco2', 'band_neutrophils'],
  },
  reference: cases,
  rises: { sirs_criteria: ['heart_rate', 'respiratory_rate', 'band_neutrophils'] },
  falls: { sirs_criteria: ['paco2'] },
});
