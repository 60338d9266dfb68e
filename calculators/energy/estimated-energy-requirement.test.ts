import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { estimatedEnergyRequirement } from './estimated-energy-requirement.ts';
import cases from './reference/estimated-energy-requirement.json' with { type: 'json' };

calculatorSuite(estimatedEnergyRequirement, {
  contract: {
    since: 'classic',
    aliases: ['eer'],
    inputs: ['gender', 'age', 'weight', 'height', 'activity_level', 'method'],
    methods: ['nasem_2023', 'iom_2005', 'all'],
  },
  reference: cases,
  rises: { eer: ['weight', 'height'] },
});
