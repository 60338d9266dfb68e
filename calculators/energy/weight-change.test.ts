import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answer } from './testing/ask.fixture.ts';
import { eventualChange, WEIGHT_CHANGE_MODELS } from './weight-change.ts';

describe.each(Object.entries(WEIGHT_CHANGE_MODELS))('the model %s', (_name, model) => {
  it('finds the third of change of intake, change of weight and time', () => {
    const changes = fc.oneof(fc.integer({ min: -1500, max: -20 }), fc.integer({ min: 20, max: 1500 }));
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 2000 }), (energyChange, days) => {
        const weightChange = model.weightChange(energyChange, days);
        expect(model.energyChange(weightChange, days)).toBeCloseTo(energyChange, 6);
        expect(model.days(weightChange, energyChange)).toBeCloseTo(days, 4);
      }),
    );
  });
});

// Hall 2011: 100 kJ a day finally change the weight by about 1 kg, half of it in about a year.
it('follows the dynamic model: never more than the final change, half of it in a year', () => {
  const { hall } = WEIGHT_CHANGE_MODELS;
  expect(eventualChange(-500)).toBeCloseTo(-20.8333, 4);
  expect(hall.weightChange(-500, 365)).toBeCloseTo(-10.4167, 4);
  expect(hall.weightChange(-500, 730)).toBeCloseTo(-15.625, 4);
  expect(hall.weightChange(-500, 100_000)).toBeCloseTo(-20.8333, 4);
});

it('shows the error of the static rule: more than twice as much within a year', () => {
  const plan = { weight: 95, height: 180, energy_change: -500, days: 365 };
  expect(answer('weight-change-plan', { ...plan, method: 'static' })).toMatchObject({ weight_change_kg: -23.7 });
  expect(answer('weight-change-plan', plan)).toMatchObject({ weight_change_kg: -10.42 });
});

it('uses pounds in imperial requests', () => {
  // 200 lb less 20 kg · 0.5 in a year: −10 kg = −22.05 lb, and finally −20 kg = −44.09 lb.
  const plan = { weight: 200, height: 71, energy_change: -480, days: 365 };
  expect(answer('weight-change-plan', plan, { units: 'imperial' })).toMatchObject({
    weight_change_kg: -10,
    weight_change_lb: -22.05,
    eventual_weight_change_lb: -44.09,
    final_weight_lb: 177.95,
  });
});
