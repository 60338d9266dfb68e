import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/training-volume.json' with { type: 'json' };
import { trainingVolume } from './training-volume.ts';

calculatorSuite(trainingVolume, {
  contract: {
    since: 'v1.0.0',
    inputs: ['sets', 'repetitions', 'load'],
  },
  reference: cases,
  rises: { volume_load_kg: ['sets', 'repetitions', 'load'] },
});
