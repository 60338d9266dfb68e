import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { nafldFibrosisScore } from './nafld-fibrosis-score.ts';
import cases from './reference/nafld-fibrosis-score.json' with { type: 'json' };

calculatorSuite(nafldFibrosisScore, {
  contract: {
    since: 'v1.0.0',
    aliases: ['nfs'],
    inputs: ['age', 'bmi', 'diabetes', 'ast', 'alt', 'platelets', 'albumin', 'albumin_unit'],
  },
  reference: cases,
  rises: { nafld_fibrosis_score: ['age', 'bmi', 'ast'] },
  falls: { nafld_fibrosis_score: ['alt', 'platelets'] },
});
