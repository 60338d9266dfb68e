import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bishopScore } from './bishop-score.ts';
import cases from './reference/bishop-score.json' with { type: 'json' };

calculatorSuite(bishopScore, {
  contract: {
    since: 'v1.0.0',
    inputs: ['dilation', 'effacement', 'station', 'consistency', 'cervix_position'],
  },
  reference: cases,
  rises: { bishop_score: ['dilation', 'station'] },
});
