import { describe, expect, it } from 'vitest';
import { requireCalculators } from './key-settings.ts';

const loaded = new Set(['bmi', 'tdee', 'bmr']);

describe('the calculators of a key', () => {
  it('are those that are loaded, or all', () => {
    expect(() => requireCalculators(['bmi', 'tdee'], loaded)).not.toThrow();
    expect(() => requireCalculators(null, loaded)).not.toThrow();
  });

  it('that are not loaded are told all at once, with what may have been meant', () => {
    expect(() => requireCalculators(['tede', 'bmi', 'wingspan'], loaded)).toThrow(
      'There is no calculator tede (did you mean tdee?), wingspan',
    );
  });
});
