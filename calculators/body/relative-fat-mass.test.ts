import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/relative-fat-mass.json' with { type: 'json' };
import { relativeFatMass } from './relative-fat-mass.ts';

calculatorSuite(relativeFatMass, {
  contract: {
    since: 'v1.0.0',
    aliases: ['rfm'],
    inputs: ['gender', 'height', 'waist', 'age'],
  },
  reference: cases,
  rises: { relative_fat_mass_percent: ['waist'] },
  falls: { relative_fat_mass_percent: ['height'] },
});
