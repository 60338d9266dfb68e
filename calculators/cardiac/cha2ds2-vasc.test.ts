import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { cha2ds2Vasc } from './cha2ds2-vasc.ts';
import cases from './reference/cha2ds2-vasc.json' with { type: 'json' };

calculatorSuite(cha2ds2Vasc, {
  contract: {
    since: 'v1.0.0',
    inputs: ['age', 'gender', 'heart_failure', 'hypertension', 'diabetes', 'stroke', 'vascular_disease', 'method'],
    methods: ['cha2ds2_vasc', 'cha2ds2_va', 'all'],
  },
  reference: cases,
  rises: { stroke_risk_score: ['age'] },
});
