import { describe, expect, it } from 'vitest';
import { requireCalculators } from './key-settings.ts';

const loaded = new Set(['bmi', 'tdee', 'bmr']);

describe('the calculators of a key', () => {
  it('can be all, or any loaded calculators', () => {
    expect(() => requireCalculators(['bmi', 'tdee'], loaded)).not.toThrow();
    expect(() => requireCalculators(null, loaded)).not.toThrow();
  });

  it('are reported all at once if they are not loaded, with the nearest name', () => {
    expect(() => requireCalculators(['tede', 'bmi', 'wingspan'], loaded)).toThrow(
      'There is no calculator tede (did you mean tdee?), wingspan',
    );
  });
});
