import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { predictedVo2max } from './predicted-vo2max.ts';
import cases from './reference/predicted-vo2max.json' with { type: 'json' };

calculatorSuite(predictedVo2max, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'age', 'weight', 'vo2max'],
  },
  reference: cases,
  rises: { percent_of_predicted: ['vo2max', 'age'] },
  falls: { predicted_vo2max_ml_per_kg_min: ['age', 'weight'] },
});
