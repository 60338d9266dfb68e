import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import cases from './reference/sugar-limit.json' with { type: 'json' };
import { sugarLimit } from './sugar-limit.ts';

calculatorSuite(sugarLimit, {
  contract: {
    since: 'v1.0.0',
    aliases: ['ss-intake-calculator'],
    inputs: ['energy', 'gender', 'age', 'weight', 'height', 'activity_level', 'method'],
    methods: ['who', 'who_conditional', 'all'],
  },
  reference: cases,
  rises: { free_sugar_limit_g: ['energy', 'weight'] },
  falls: { free_sugar_limit_g: ['age'] },
});
