import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { leanBodyMass } from './lean-body-mass.ts';
import cases from './reference/lean-body-mass.json' with { type: 'json' };

calculatorSuite(leanBodyMass, {
  contract: {
    since: 'classic',
    aliases: ['lbm'],
    inputs: ['gender', 'weight', 'height', 'age', 'method'],
    methods: ['boer', 'james', 'hume', 'janmahasatian', 'peters', 'all'],
  },
  reference: cases,
  rises: { lean_body_mass_kg: ['height'] },
});
