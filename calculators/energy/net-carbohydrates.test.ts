import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { netCarbohydrates } from './net-carbohydrates.ts';
import cases from './reference/net-carbohydrates.json' with { type: 'json' };

calculatorSuite(netCarbohydrates, {
  contract: {
    since: 'classic',
    inputs: ['carbohydrate', 'fiber', 'sugar_alcohol', 'label', 'method'],
    methods: ['label_practice', 'half_sugar_alcohol', 'all'],
  },
  reference: cases,
  rises: { net_carbohydrate_g: ['carbohydrate'] },
  falls: { net_carbohydrate_g: ['fiber', 'sugar_alcohol'] },
});
