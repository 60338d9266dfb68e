import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { correctedSodium } from './corrected-sodium.ts';
import cases from './reference/corrected-sodium.json' with { type: 'json' };

calculatorSuite(correctedSodium, {
  contract: {
    since: 'v1.0.0',
    inputs: ['sodium', 'glucose', 'glucose_unit', 'method'],
    methods: ['katz', 'hillier', 'all'],
  },
  reference: cases,
  rises: { corrected_sodium_mmol_per_l: ['sodium', 'glucose'] },
});
