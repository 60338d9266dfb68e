import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { centorScore } from './centor-score.ts';
import cases from './reference/centor-score.json' with { type: 'json' };

calculatorSuite(centorScore, {
  contract: {
    since: 'v1.0.0',
    aliases: ['centor'],
    inputs: ['tonsillar_exudate', 'tender_neck_nodes', 'fever', 'cough', 'age', 'method'],
    methods: ['centor', 'mcisaac', 'all'],
  },
  reference: cases,
  falls: { centor_score: ['age'] },
});
