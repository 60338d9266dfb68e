import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { astrandCycle } from './astrand-cycle.ts';
import cases from './reference/astrand-cycle.json' with { type: 'json' };

calculatorSuite(astrandCycle, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age', 'weight', 'power', 'heart_rate'],
  },
  reference: cases,
  rises: { vo2max_l_per_min: ['power'] },
  falls: { vo2max_l_per_min: ['heart_rate', 'age'], vo2max_ml_per_kg_min: ['weight'] },
});
