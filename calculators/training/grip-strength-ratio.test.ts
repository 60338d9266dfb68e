import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { gripStrengthRatio } from './grip-strength-ratio.ts';
import cases from './reference/grip-strength-ratio.json' with { type: 'json' };

calculatorSuite(gripStrengthRatio, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'grip_strength', 'weight', 'height'],
  },
  reference: cases,
  rises: { grip_to_bmi_ratio: ['grip_strength', 'height'] },
  falls: { grip_to_bmi_ratio: ['weight'] },
});
