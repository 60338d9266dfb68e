import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { estimatedAverageGlucose } from './estimated-average-glucose.ts';
import cases from './reference/estimated-average-glucose.json' with { type: 'json' };

calculatorSuite(estimatedAverageGlucose, {
  contract: {
    since: 'v1.0.0',
    aliases: ['eag'],
    inputs: ['hba1c', 'hba1c_unit'],
  },
  reference: cases,
  rises: { average_glucose_mg_per_dl: ['hba1c'] },
});
