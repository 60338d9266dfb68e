import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { creatinineClearance } from './creatinine-clearance.ts';
import cases from './reference/creatinine-clearance.json' with { type: 'json' };

calculatorSuite(creatinineClearance, {
  contract: {
    since: 'v1.0.0',
    aliases: ['cockcroft-gault'],
    inputs: ['gender', 'age', 'weight', 'creatinine', 'creatinine_unit'],
  },
  reference: cases,
  rises: { creatinine_clearance_ml_per_min: ['weight'] },
  falls: { creatinine_clearance_ml_per_min: ['age', 'creatinine'] },
});
