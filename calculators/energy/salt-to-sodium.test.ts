import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/salt-to-sodium.json' with { type: 'json' };
import { saltToSodium } from './salt-to-sodium.ts';

calculatorSuite(saltToSodium, {
  contract: {
    since: 'v1.0.0',
    aliases: ['sodium-in-salt'],
    inputs: ['salt', 'teaspoons', 'method'],
    methods: ['sodium_chloride', 'label', 'all'],
  },
  reference: cases,
  rises: { sodium_mg: ['salt', 'teaspoons'] },
});
