import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { fractionalSodiumExcretion } from './fractional-sodium-excretion.ts';
import cases from './reference/fractional-sodium-excretion.json' with { type: 'json' };

calculatorSuite(fractionalSodiumExcretion, {
  contract: {
    since: 'v1.0.0',
    aliases: ['fena'],
    inputs: ['sodium', 'urine_sodium', 'creatinine', 'creatinine_unit', 'urine_creatinine', 'urine_creatinine_unit'],
  },
  reference: cases,
  rises: { fractional_sodium_excretion_percent: ['urine_sodium'] },
  falls: { fractional_sodium_excretion_percent: ['sodium'] },
});
