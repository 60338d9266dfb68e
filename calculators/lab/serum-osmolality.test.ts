import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/serum-osmolality.json' with { type: 'json' };
import { serumOsmolality } from './serum-osmolality.ts';

calculatorSuite(serumOsmolality, {
  contract: {
    since: 'v1.0.0',
    aliases: ['osmolal-gap'],
    inputs: ['sodium', 'glucose', 'glucose_unit', 'urea_nitrogen', 'urea_nitrogen_unit', 'measured_osmolality'],
  },
  reference: cases,
  rises: {
    osmolality_mosm_per_kg: ['sodium', 'glucose', 'urea_nitrogen'],
    osmolal_gap_mosm_per_kg: ['measured_osmolality'],
  },
});
