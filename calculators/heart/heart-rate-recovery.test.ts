import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { heartRateRecovery } from './heart-rate-recovery.ts';
import cases from './reference/heart-rate-recovery.json' with { type: 'json' };

calculatorSuite(heartRateRecovery, {
  contract: {
    since: 'v1.0.0',
    inputs: ['peak_heart_rate', 'recovery_heart_rate'],
  },
  reference: cases,
  rises: { heart_rate_recovery_bpm: ['peak_heart_rate'] },
  falls: { heart_rate_recovery_bpm: ['recovery_heart_rate'] },
});
