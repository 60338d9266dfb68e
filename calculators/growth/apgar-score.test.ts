import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { apgarScore } from './apgar-score.ts';
import cases from './reference/apgar-score.json' with { type: 'json' };

calculatorSuite(apgarScore, {
  contract: {
    since: 'v1.0.0',
    inputs: ['appearance', 'pulse', 'grimace', 'activity', 'respiration'],
  },
  reference: cases,
  rises: { apgar_score: ['pulse', 'activity'] },
});
