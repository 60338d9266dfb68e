import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { meanArterialPressure } from './mean-arterial-pressure.ts';
import cases from './reference/mean-arterial-pressure.json' with { type: 'json' };

calculatorSuite(meanArterialPressure, {
  contract: {
    since: 'v1.0.0',
    inputs: ['systolic', 'diastolic'],
  },
  reference: cases,
  rises: { mean_arterial_pressure_mmhg: ['systolic', 'diastolic'], pulse_pressure_mmhg: ['systolic'] },
  falls: { pulse_pressure_mmhg: ['diastolic'] },
});
