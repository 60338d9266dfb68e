import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { hba1cConversion } from './hba1c-conversion.ts';
import cases from './reference/hba1c-conversion.json' with { type: 'json' };

calculatorSuite(hba1cConversion, {
  contract: {
    since: 'v1.0.0',
    aliases: ['hba1c'],
    inputs: ['hba1c', 'hba1c_unit'],
  },
  reference: cases,
  rises: { ifcc_mmol_per_mol: ['hba1c'] },
});
