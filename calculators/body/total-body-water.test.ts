import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/total-body-water.json' with { type: 'json' };
import { totalBodyWater } from './total-body-water.ts';

calculatorSuite(totalBodyWater, {
  contract: {
    since: 'v1.0.0',
    aliases: ['tbw'],
    inputs: ['gender', 'weight', 'height', 'age', 'method'],
    methods: ['watson', 'hume_weyers', 'all'],
  },
  reference: cases,
  rises: { total_body_water_l: ['weight', 'height'] },
  falls: { total_body_water_l: ['age'] },
});
