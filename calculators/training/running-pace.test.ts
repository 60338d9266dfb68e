import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/running-pace.json' with { type: 'json' };
import { runningPace } from './running-pace.ts';

calculatorSuite(runningPace, {
  contract: {
    since: 'v1.0.0',
    inputs: ['distance', 'time', 'pace', 'speed'],
  },
  reference: cases,
  rises: { speed_kmh: ['distance'] },
  falls: { speed_kmh: ['time'] },
});
