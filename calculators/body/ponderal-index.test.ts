import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { ponderalIndex } from './ponderal-index.ts';
import cases from './reference/ponderal-index.json' with { type: 'json' };

calculatorSuite(ponderalIndex, {
  contract: {
    since: 'v1.0.0',
    inputs: ['weight', 'height', 'method'],
    methods: ['rohrer', 'newborn', 'sheldon'],
  },
  reference: cases,
});
