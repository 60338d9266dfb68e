import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/training-impulse.json' with { type: 'json' };
import { trainingImpulse } from './training-impulse.ts';

calculatorSuite(trainingImpulse, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'duration', 'heart_rate', 'resting_heart_rate', 'max_heart_rate', 'zone_minutes', 'method'],
    methods: ['banister', 'edwards'],
  },
  reference: cases,
  rises: { training_impulse: ['duration', 'heart_rate'] },
});
