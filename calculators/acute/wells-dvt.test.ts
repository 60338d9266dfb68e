import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/wells-dvt.json' with { type: 'json' };
import { wellsDvt } from './wells-dvt.ts';

calculatorSuite(wellsDvt, {
  contract: {
    since: 'v1.0.0',
    inputs: [
      'active_cancer',
      'leg_immobilised',
      'bedridden_or_surgery',
      'deep_vein_tenderness',
      'whole_leg_swollen',
      'calf_swelling',
      'pitting_oedema',
      'collateral_veins',
      'previous_dvt',
      'alternative_diagnosis',
    ],
  },
  reference: cases,
});
