import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { powerliftingPoints } from './powerlifting-points.ts';
import cases from './reference/powerlifting-points.json' with { type: 'json' };

calculatorSuite(powerliftingPoints, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'total', 'equipment', 'event', 'method'],
    methods: ['dots', 'wilks', 'wilks_2', 'ipf_gl', 'all'],
  },
  reference: cases,
  rises: { points: ['total'] },
});
