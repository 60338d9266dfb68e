import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { crownRumpLength } from './crown-rump-length.ts';
import cases from './reference/crown-rump-length.json' with { type: 'json' };

calculatorSuite(crownRumpLength, {
  contract: {
    since: 'v1.0.0',
    inputs: ['crown_rump_length', 'date', 'method'],
    methods: ['hadlock', 'robinson', 'intergrowth_21st', 'all'],
  },
  reference: cases,
  rises: { gestational_age_days: ['crown_rump_length'] },
});
