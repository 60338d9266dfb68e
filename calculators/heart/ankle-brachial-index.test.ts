import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ankleBrachialIndex } from './ankle-brachial-index.ts';
import cases from './reference/ankle-brachial-index.json' with { type: 'json' };

calculatorSuite(ankleBrachialIndex, {
  contract: {
    since: 'classic',
    inputs: ['right_ankle', 'left_ankle', 'right_arm', 'left_arm'],
  },
  reference: cases,
  rises: { ankle_brachial_index: ['right_ankle', 'left_ankle'] },
  falls: { ankle_brachial_index: ['right_arm', 'left_arm'] },
});
