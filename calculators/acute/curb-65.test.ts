import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { curb65 } from './curb-65.ts';
import cases from './reference/curb-65.json' with { type: 'json' };

calculatorSuite(curb65, {
  contract: {
    since: 'v1.0.0',
    aliases: ['curb65'],
    inputs: [
      'confusion',
      'urea_nitrogen',
      'urea_nitrogen_unit',
      'respiratory_rate',
      'systolic',
      'diastolic',
      'age',
      'method',
    ],
    methods: ['curb_65', 'crb_65', 'all'],
  },
  reference: cases,
  rises: { curb_65_score: ['urea_nitrogen', 'respiratory_rate', 'age'] },
  falls: { curb_65_score: ['systolic', 'diastolic'] },
});
