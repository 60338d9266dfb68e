import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { cardiacOutput } from './cardiac-output.ts';
import cases from './reference/cardiac-output.json' with { type: 'json' };

calculatorSuite(cardiacOutput, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'haemoglobin',
      'arterial_saturation',
      'venous_saturation',
      'oxygen_consumption',
      'body_surface_area',
      'heart_rate',
      'method',
    ],
    methods: ['measured', 'assumed', 'all'],
  },
  reference: cases,
  rises: { cardiac_output_l_per_min: ['venous_saturation', 'oxygen_consumption'] },
  falls: { cardiac_output_l_per_min: ['arterial_saturation', 'haemoglobin'], stroke_volume_ml: ['heart_rate'] },
});
