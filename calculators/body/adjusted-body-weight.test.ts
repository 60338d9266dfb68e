import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { adjustedBodyWeight } from './adjusted-body-weight.ts';
import cases from './reference/adjusted-body-weight.json' with { type: 'json' };

calculatorSuite(adjustedBodyWeight, {
  contract: {
    since: 'classic',
    aliases: ['ajbw'],
    inputs: ['gender', 'weight', 'height', 'factor', 'method'],
    methods: ['devine', 'robinson', 'miller', 'hamwi', 'all'],
  },
  reference: cases,
  rises: { adjusted_body_weight_kg: ['weight', 'factor', 'height'] },
});
