import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { opioidEquivalence } from './opioid-equivalence.ts';
import cases from './reference/opioid-equivalence.json' with { type: 'json' };

const OPIOIDS = [
  ...['codeine', 'fentanyl_transdermal', 'hydrocodone', 'hydromorphone', 'methadone'],
  ...['morphine', 'oxycodone', 'oxymorphone', 'tapentadol', 'tramadol'],
];

calculatorSuite(opioidEquivalence, {
  contract: { since: 'v1.0.0', aliases: ['morphine-milligram-equivalents', 'mme'], inputs: OPIOIDS },
  reference: cases,
  rises: { morphine_equivalents_mg: OPIOIDS },
});

const codes = (input: Readonly<Record<string, number>>) => {
  const answer = opioidEquivalence.answer(input);
  if ('problems' in answer) return answer.problems.map(({ message }) => message);
  const { warnings } = answer.body as { readonly warnings: readonly { readonly code: string }[] };
  return warnings.map(({ code }) => code.replace('opioid-equivalence.', ''));
};

it('every answer warns against a conversion, and of high doses, methadone and patches', () => {
  expect(codes({ morphine: 49.99 })).toEqual(['no_conversion']);
  expect(codes({ morphine: 50 })).toEqual(['from_50', 'no_conversion']);
  expect(codes({ methadone: 5 })).toEqual(['no_conversion', 'methadone']);
  expect(codes({ fentanyl_transdermal: 12 })).toEqual(['no_conversion', 'fentanyl']);
});

it('asks for at least one dose, and knows no buprenorphine', () => {
  expect(codes({})).toEqual(['opioid-equivalence.one_dose']);
  expect(codes({ buprenorphine: 8 })).toEqual(['input.unknown']);
});
