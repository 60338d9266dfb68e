import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { glycemicLoad } from './glycemic-load.ts';
import cases from './reference/glycemic-load.json' with { type: 'json' };

calculatorSuite(glycemicLoad, {
  contract: {
    since: 'v1.0.0',
    inputs: ['glycemic_index', 'carbohydrate'],
  },
  reference: cases,
  rises: { glycemic_load: ['glycemic_index', 'carbohydrate'] },
});
