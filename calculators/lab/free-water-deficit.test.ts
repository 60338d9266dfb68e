import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { freeWaterDeficit } from './free-water-deficit.ts';
import cases from './reference/free-water-deficit.json' with { type: 'json' };

calculatorSuite(freeWaterDeficit, {
  contract: { since: 'v1.0.0', inputs: ['gender', 'age', 'weight', 'sodium'] },
  reference: cases,
  rises: { free_water_deficit_l: ['weight', 'sodium'] },
});

it('a sodium below 140 mmol/L is refused, and one of 140 lacks nothing', () => {
  const patient = { gender: 'male', age: 50, weight: 70 };
  expect(freeWaterDeficit.answer({ ...patient, sodium: 139.9 })).toMatchObject({
    problems: [{ field: 'sodium', message: 'free-water-deficit.high_sodium' }],
  });
  expect(freeWaterDeficit.answer({ ...patient, sodium: 140 })).toMatchObject({ body: { free_water_deficit_l: 0 } });
});
