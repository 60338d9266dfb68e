import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/weight-change-plan.json' with { type: 'json' };
import { weightChangePlan } from './weight-change-plan.ts';

calculatorSuite(weightChangePlan, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'height', 'energy_change', 'target_weight', 'days', 'gender', 'energy', 'method'],
    methods: ['hall', 'static'],
  },
  reference: cases,
  rises: { weight_change_kg: ['energy_change'], final_bmi: ['weight'] },
});
