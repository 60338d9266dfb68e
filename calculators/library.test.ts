import { expect, it } from 'vitest';
import { bmi } from './body/bmi.ts';

// 80 / 2² = 20, and 20 / 25 = 0.8
it('a calculator takes a plain object and returns a result', () => {
  expect(bmi.answer({ weight: 80, height: 200 })).toMatchObject({ body: { bmi: 20, bmi_prime: 0.8, language: 'en' } });
  expect(bmi.answer({ weight: 80, height: 200 }, { language: 'de' })).toMatchObject({
    body: { category_label: 'Normalgewicht', language: 'de' },
  });
});

it('a calculator returns every mistake in its inputs as data, without a status', () => {
  expect(bmi.answer({ weight: 'x', hieght: 200, colour: 'red' })).toEqual({
    problems: [
      { field: 'hieght', code: 'unknown_nearest', message: expect.any(String), values: expect.anything() },
      { field: 'colour', code: 'unknown', message: expect.any(String), values: expect.anything() },
      { field: 'weight', code: 'not_a_number', message: expect.any(String), values: expect.anything() },
    ],
  });
});
