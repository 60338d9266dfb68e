import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { exerciseOxygenCost } from './exercise-oxygen-cost.ts';
import cases from './reference/exercise-oxygen-cost.json' with { type: 'json' };

calculatorSuite(exerciseOxygenCost, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'speed', 'grade', 'power', 'step_height', 'step_rate', 'method'],
    methods: ['walking', 'running', 'leg_cycling', 'arm_cycling', 'stepping'],
  },
  reference: cases,
  rises: { vo2_ml_per_kg_min: ['grade', 'power', 'step_rate'], energy_kcal_per_min: ['weight'] },
  falls: { vo2_ml_per_kg_min: ['weight'] },
});
