import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/running-economy.json' with { type: 'json' };
import { runningEconomy } from './running-economy.ts';

calculatorSuite(runningEconomy, {
  contract: {
    since: 'v1.0.0',
    inputs: ['vo2', 'speed'],
  },
  reference: cases,
  rises: { oxygen_cost_ml_per_kg_km: ['vo2'] },
  falls: { oxygen_cost_ml_per_kg_km: ['speed'] },
});
