import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bodyShapeIndex } from './body-shape-index.ts';
import cases from './reference/body-shape-index.json' with { type: 'json' };

calculatorSuite(bodyShapeIndex, {
  contract: {
    since: 'classic',
    aliases: ['absi', 'a-body-shape-index'],
    inputs: ['gender', 'age', 'weight', 'height', 'waist'],
  },
  reference: cases,
  rises: { absi: ['waist', 'height'], absi_z_score: ['waist'] },
  falls: { absi: ['weight'] },
});
