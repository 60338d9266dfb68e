import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { bloodVolume } from './blood-volume.ts';
import cases from './reference/blood-volume.json' with { type: 'json' };

calculatorSuite(bloodVolume, {
  contract: {
    since: 'v1.0.0',
    inputs: ['gender', 'weight', 'height'],
  },
  reference: cases,
  rises: { blood_volume_l: ['weight', 'height'] },
});
