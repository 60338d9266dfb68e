import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fib4 } from './fib-4.ts';
import cases from './reference/fib-4.json' with { type: 'json' };

calculatorSuite(fib4, {
  contract: {
    since: 'v1.0.0',
    aliases: ['fib4'],
    inputs: ['age', 'ast', 'alt', 'platelets', 'method'],
    methods: ['steatotic', 'viral', 'all'],
  },
  reference: cases,
  rises: { fib_4: ['age', 'ast'] },
  falls: { fib_4: ['alt', 'platelets'] },
});
