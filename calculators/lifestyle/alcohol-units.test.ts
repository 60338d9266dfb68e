import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { alcoholUnits } from './alcohol-units.ts';
import cases from './reference/alcohol-units.json' with { type: 'json' };

calculatorSuite(alcoholUnits, {
  contract: {
    since: 'v1.0.0',
    inputs: ['volume', 'volume_l', 'strength', 'method'],
    methods: ['uk', 'us', 'au', 'who', 'all'],
  },
  reference: cases,
  rises: { standard_drinks: ['volume', 'strength'], alcohol_g: ['volume', 'strength'] },
});
