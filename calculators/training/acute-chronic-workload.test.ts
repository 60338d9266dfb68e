import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { acuteChronicWorkload } from './acute-chronic-workload.ts';
import cases from './reference/acute-chronic-workload.json' with { type: 'json' };

calculatorSuite(acuteChronicWorkload, {
  contract: {
    since: 'v1.0.0',
    inputs: ['acute_load', 'chronic_load', 'daily_loads', 'method'],
    methods: ['rolling_average', 'ewma', 'all'],
  },
  reference: cases,
  rises: { acute_chronic_ratio: ['acute_load'] },
  falls: { acute_chronic_ratio: ['chronic_load'] },
});
