import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bloodPressureCategory } from './blood-pressure-category.ts';
import cases from './reference/blood-pressure-category.json' with { type: 'json' };

calculatorSuite(bloodPressureCategory, {
  contract: {
    since: 'v1.0.0',
    inputs: ['systolic', 'diastolic', 'method'],
    methods: ['acc_aha_2017', 'esc_2024', 'esh_2023', 'all'],
  },
  reference: cases,
});
