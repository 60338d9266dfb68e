import { expect, it } from 'vitest';
import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { caffeine } from './caffeine.ts';
import cases from './reference/caffeine.json' with { type: 'json' };

calculatorSuite(caffeine, {
  contract: {
    since: 'v1.0.0',
    inputs: ['dose', 'hours', 'half_life', 'weight', 'condition'],
  },
  reference: cases,
  rises: { remaining_mg: ['dose', 'half_life'], single_dose_limit_mg: ['weight'] },
  falls: { remaining_mg: ['hours'] },
});

// 5 h in adults; 8.3 h in pregnant women (Knutti 1981)
it.each([
  [{}, 5],
  [{ condition: 'lactating' }, 5],
  [{ condition: 'pregnant' }, 8.3],
  [{ condition: 'pregnant', half_life: 10.5 }, 10.5],
])('halves the dose of %j within %d hours, which the profile names', (drinker, half_life_hours) => {
  expect(caffeine.answer({ dose: 100, hours: half_life_hours, ...drinker })).toMatchObject({
    body: { remaining_mg: 50, profile: { half_life_hours } },
  });
});
