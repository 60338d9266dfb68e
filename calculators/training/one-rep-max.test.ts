import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { oneRepMax } from './one-rep-max.ts';
import cases from './reference/one-rep-max.json' with { type: 'json' };

calculatorSuite(oneRepMax, {
  contract: {
    since: 'v1.0.0',
    inputs: ['load', 'repetitions', 'method'],
    methods: ['epley', 'brzycki', 'lombardi', 'mayhew', 'oconner', 'wathan', 'lander', 'all'],
  },
  reference: cases,
  rises: { one_rep_max_kg: ['load', 'repetitions'] },
  falls: { percent_of_one_rep_max: ['repetitions'] },
});
