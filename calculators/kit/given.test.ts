import { expect, it } from 'vitest';
import { given } from './given.ts';
import { InputRefused } from './input-problems.ts';

interface Person {
  readonly neck?: number | undefined;
  readonly waist?: number | undefined;
}

it('returns the given inputs', () => {
  const person: Person = { neck: 38, waist: 88 };
  const { neck, waist } = given(person, ['neck', 'waist'], 'navy');
  expect(waist - neck).toBe(50);
});

it('accepts 0 as an input', () => {
  expect(given({ neck: 0 }, ['neck'], 'navy').neck).toBe(0);
});

it('names the method and every missing input that it needs', () => {
  const person: Person = {};
  const refused = () => given(person, ['neck', 'waist'], 'navy');
  expect(refused).toThrow(InputRefused);
  expect(refused).toThrow(
    expect.objectContaining({
      problems: [
        {
          field: 'neck',
          code: 'missing',
          message: 'input.missing_for_method',
          values: { field: 'neck', method: 'navy' },
        },
        expect.objectContaining({ field: 'waist' }),
      ],
    }),
  );
});
