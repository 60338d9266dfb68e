import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { macronutrients } from './macronutrients.ts';
import cases from './reference/macronutrients.json' with { type: 'json' };

calculatorSuite(macronutrients, {
  contract: {
    since: 'classic',
    aliases: ['mnd'],
    inputs: ['energy', 'carbohydrate_share', 'fat_share', 'protein_share', 'method'],
    methods: ['balanced', 'ketogenic', 'custom'],
  },
  reference: cases,
  rises: { carbohydrate_g: ['energy'], fat_g: ['energy'] },
});
