import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/water-intake.json' with { type: 'json' };
import { waterIntake } from './water-intake.ts';

calculatorSuite(waterIntake, {
  contract: {
    since: 'classic',
    aliases: ['dwi'],
    inputs: ['gender', 'weight', 'condition', 'method'],
    methods: ['iom', 'efsa', 'by_weight', 'all'],
  },
  reference: cases,
  rises: { water_max_l: ['weight'] },
});
