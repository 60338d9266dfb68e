import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { dueDate } from './due-date.ts';
import cases from './reference/due-date.json' with { type: 'json' };

calculatorSuite(dueDate, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'last_period',
      'cycle',
      'conception_date',
      'transfer_date',
      'embryo_age',
      'scan_date',
      'gestational_weeks',
      'gestational_days',
      'method',
    ],
    methods: ['last_period', 'conception', 'embryo_transfer', 'ultrasound'],
  },
  reference: cases,
});
