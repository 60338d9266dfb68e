import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/skinfold-body-fat.json' with { type: 'json' };
import { skinfoldBodyFat } from './skinfold-body-fat.ts';

calculatorSuite(skinfoldBodyFat, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'gender',
      'age',
      'chest_skinfold',
      'midaxillary_skinfold',
      'triceps_skinfold',
      'subscapular_skinfold',
      'abdomen_skinfold',
      'suprailiac_skinfold',
      'thigh_skinfold',
      'biceps_skinfold',
      'conversion',
      'method',
    ],
    methods: ['jackson_pollock_3', 'jackson_pollock_4', 'jackson_pollock_7', 'durnin_womersley', 'all'],
  },
  reference: cases,
  rises: { body_fat_percent: ['thigh_skinfold', 'triceps_skinfold'] },
});
