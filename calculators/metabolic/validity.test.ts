import { describe, expect, it } from 'vitest';
import { metabolicCalculators } from './index.ts';

const person = {
  age: 50,
  gender: 'female',
  bmi: 27,
  waist: 85,
  physically_active: true,
  daily_vegetables: true,
  blood_pressure_drugs: false,
  high_glucose: false,
  family_history: 'none',
};

function ask(input: Readonly<Record<string, unknown>>) {
  return metabolicCalculators.find(({ name }) => name === 'findrisc')?.answer(input);
}

describe('findrisc', () => {
  it.each([
    ['age', 18, 110],
    ['bmi', 10, 150],
    ['waist', 40, 250],
  ])('refuses %s outside %d to %d', (field, min, max) => {
    expect(ask({ ...person, [field]: min - 1 })).toMatchObject({ problems: [{ field, code: 'too_small' }] });
    expect(ask({ ...person, [field]: max + 1 })).toMatchObject({ problems: [{ field, code: 'too_large' }] });
    for (const bound of [min, max]) expect(ask({ ...person, [field]: bound })).toHaveProperty('body');
  });

  it('asks for every answer: a missing one must not count as no', () => {
    for (const field of Object.keys(person)) {
      const { [field as keyof typeof person]: _, ...rest } = person;
      expect(ask(rest)).toMatchObject({ problems: [{ field, code: 'missing' }] });
    }
  });
});
