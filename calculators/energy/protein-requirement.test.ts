import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { proteinRequirement } from './protein-requirement.ts';
import cases from './reference/protein-requirement.json' with { type: 'json' };

calculatorSuite(proteinRequirement, {
  contract: {
    since: 'classic',
    aliases: ['protein-calculator'],
    inputs: ['weight', 'method'],
    methods: ['rda', 'older_adults', 'training', 'hypertrophy', 'all'],
  },
  reference: cases,
  rises: { protein_g: ['weight'] },
});
