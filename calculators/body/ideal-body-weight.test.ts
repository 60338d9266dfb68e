import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { idealBodyWeight } from './ideal-body-weight.ts';
import cases from './reference/ideal-body-weight.json' with { type: 'json' };

calculatorSuite(idealBodyWeight, {
  contract: {
    since: 'classic',
    aliases: ['ibw'],
    inputs: ['gender', 'height', 'body_frame', 'method'],
    methods: ['devine', 'robinson', 'miller', 'hamwi', 'lemmens', 'all'],
  },
  reference: cases,
  rises: { ideal_body_weight_kg: ['height'] },
});
