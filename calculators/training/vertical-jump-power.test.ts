import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/vertical-jump-power.json' with { type: 'json' };
import { verticalJumpPower } from './vertical-jump-power.ts';

calculatorSuite(verticalJumpPower, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'jump_height', 'method'],
    methods: ['sayers', 'lewis', 'all'],
  },
  reference: cases,
  rises: { peak_power_w: ['weight', 'jump_height'], average_power_w: ['weight', 'jump_height'] },
});
