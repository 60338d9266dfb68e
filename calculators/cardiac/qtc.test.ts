import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { qtc } from './qtc.ts';
import cases from './reference/qtc.json' with { type: 'json' };

calculatorSuite(qtc, {
  contract: {
    since: 'v1.0.0',
    aliases: ['corrected-qt'],
    inputs: ['qt', 'heart_rate', 'rr', 'gender', 'method'],
    methods: ['fridericia', 'bazett', 'framingham', 'hodges', 'all'],
  },
  reference: cases,
  rises: { qtc_ms: ['qt', 'heart_rate'] },
  falls: { qtc_ms: ['rr'] },
});
