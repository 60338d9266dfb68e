import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { kitMessages, LANGUAGES } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';

/** What each word of `activity_level` stands for: the factor on the basal metabolic rate, a convention of textbooks. */
const FACTORS: Readonly<Record<string, number>> = {
  sedentary: 1.2,
  lightly_active: 1.375,
  moderately_active: 1.55,
  very_active: 1.725,
  extra_active: 1.9,
};

/** The levels of the dietary reference intakes (IOM 2005, NASEM 2023): ranges of the physical activity level. */
const REFERENCE_INTAKES = ['inactive', 'low_active', 'active', 'highly_active'];

const calculators = builtIn.flatMap((calculator) => {
  const level = calculator.fields.find(({ name }) => name === 'activity_level');
  return level ? [[calculator.name, calculator, level.options] as const] : [];
});
const byFactor = calculators.filter(([, , options]) => options.some((word) => word in FACTORS));

// By hand, Mifflin-St Jeor: 820 + 1112.5 − 170 + 5 = 1767.5 kcal.
const man = { gender: 'male', age: 34, weight: 82, height: 178 };
const BASAL = 1767.5;

describe.each(byFactor)('%s', (_, calculator, options) => {
  it.each(Object.entries(FACTORS))('means by %s the factor %d', (activity_level, factor) => {
    expect(options).toEqual(Object.keys(FACTORS));
    const answer = calculator.answer({
      ...man,
      activity_level,
      ...(calculator.fields.some(({ name }) => name === 'goal') ? { goal: 'maintenance' } : {}),
    });
    const { tdee, energy_kcal = tdee } = 'body' in answer ? answer.body : {};
    expect(energy_kcal).toBeCloseTo(BASAL * factor, 1);
  });
});

it.each(LANGUAGES)('the label of each word says its factor in %s', (language) => {
  for (const [word, factor] of Object.entries(FACTORS)) {
    const number = kitMessages.text(language, `activity_level.${word}`).match(/\d+[.,]\d+/)?.[0];
    expect(Number(number?.replace(',', '.')), word).toBe(factor);
  }
});

it('calculators with other levels have other words', () => {
  const others = calculators.filter(([, , options]) => !options.some((word) => word in FACTORS));
  expect(others.map(([name, , options]) => [name, options])).toEqual([
    ['estimated-energy-requirement', REFERENCE_INTAKES],
  ]);
});

describe('until v2 estimated-energy-requirement takes the words of the others in their earlier meaning', () => {
  // PA of men in IOM 2005.
  it.each([
    ['sedentary', 1],
    ['lightly_active', 1.11],
    ['moderately_active', 1.25],
    ['very_active', 1.48],
    ['extra_active', 1.48],
    ['highly_active', 1.48],
  ])('%s is the coefficient %d', (activity_level, physical_activity_coefficient) => {
    const requirement = calculators.find(([name]) => name === 'estimated-energy-requirement')?.[1];
    expect(requirement?.answer({ ...man, activity_level, method: 'iom_2005' })).toMatchObject({
      body: { physical_activity_coefficient },
    });
  });

  it('the schema lists the word that was its own', () => {
    const requirement = calculators.find(([name]) => name === 'estimated-energy-requirement')?.[1];
    const level = requirement?.fields.find(({ name }) => name === 'activity_level');
    expect(level && z.toJSONSchema(level.core).enum).toEqual([...REFERENCE_INTAKES, 'very_active']);
  });
});
