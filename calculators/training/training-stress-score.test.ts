import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/training-stress-score.json' with { type: 'json' };
import { trainingStressScore } from './training-stress-score.ts';

calculatorSuite(trainingStressScore, {
  contract: {
    since: 'v1.0.0',
    inputs: ['normalized_power', 'threshold_power', 'duration'],
  },
  reference: cases,
  rises: { training_stress_score: ['normalized_power', 'duration'] },
  falls: { training_stress_score: ['threshold_power'] },
});
