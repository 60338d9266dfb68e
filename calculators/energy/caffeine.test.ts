import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { caffeine } from './caffeine.ts';
import cases from './reference/caffeine.json' with { type: 'json' };

calculatorSuite(caffeine, {
  contract: {
    since: 'v1.0.0',
    inputs: ['dose', 'hours', 'half_life', 'weight', 'condition'],
  },
  reference: cases,
  rises: { remaining_mg: ['dose', 'half_life'], single_dose_limit_mg: ['weight'] },
  falls: { remaining_mg: ['hours'] },
});
