import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fertileWindow } from './fertile-window.ts';
import cases from './reference/fertile-window.json' with { type: 'json' };

calculatorSuite(fertileWindow, {
  contract: {
    since: 'v1.0.0',
    inputs: ['last_period', 'cycle', 'shortest_cycle', 'longest_cycle', 'method'],
    methods: ['regular', 'ogino_knaus'],
  },
  reference: cases,
});
