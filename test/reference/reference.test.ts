import { describe, expect, it } from 'vitest';
import { builtIn } from '../../calculators/testing/built-in.fixture.ts';
import { compare } from './compare.ts';
import { outcomeOf } from './outcome.ts';
import { pointsOf } from './points.ts';
import { startPython } from './python.ts';

describe('the comparison with the second implementation', () => {
  it.each([
    [{ bmi: 25 }, { bmi: 25 * (1 + 9e-10) }],
    [{ bmi: 25, category: undefined }, { bmi: 25 }],
    [{ bmi: 25 }, { bmi: 25, category: null }],
    [{ zones: [{ from: 50 }, { from: 60 }] }, { zones: [{ from: 50 }, { from: 60 }] }],
    // Both are noise around zero.
    [{ z_score: 3e-16 }, { z_score: -4e-16 }],
  ])('%j is equal to %j', (ours, reference) => {
    expect(compare(ours, reference).difference).toBeNull();
  });

  it.each([
    [{ bmi: 25 }, { bmi: 25.00000005 }, 'bmi is 25, in Python 25.00000005'],
    [{ category: 'normal' }, { category: 'overweight' }, 'category is "normal", in Python "overweight"'],
    [{ bmi: 25 }, { bmi: 25, category: 'normal' }, 'category is null, in Python "normal"'],
    [{ bmi: 25, category: 'normal' }, { bmi: 25 }, 'category is "normal", in Python null'],
    [{ zones: [{ from: 50 }] }, { zones: [{ from: 50 }, { from: 60 }] }, 'zones.1 is null, in Python {"from":60}'],
    [{ bmi: Number.NaN }, { bmi: 25 }, 'bmi is null, in Python 25'],
    [{ bmi: 25 }, null, 'the answer is {"bmi":25}, in Python null'],
  ])('%j differs from %j', (ours, reference, difference) => {
    expect(compare(ours, reference).difference).toBe(difference);
  });
});

describe('the points', () => {
  const bmi = builtIn.filter(({ name }) => name === 'bmi');
  const points = bmi.flatMap((calculator) => pointsOf(calculator, 500, []));

  it('hold every bound of every number, just inside of it too, and every word', () => {
    const values = (name: string) => new Set(points.map((point) => point[name]));
    // The bounds of weight are 2 and 650 kg; a millionth of the span is 0.000648 kg.
    for (const weight of [2, 2.000648, 649.999352, 650]) expect(values('weight')).toContain(weight);
    for (const age of [undefined, 0, 1, 119, 120]) expect(values('age')).toContain(age);
    expect(values('method')).toEqual(new Set(['who', 'asian', 'older_adults']));
  });

  it('hold places close to both sides of the bounds of classes', () => {
    const near = bmi.flatMap((calculator) =>
      points.flatMap((point) => {
        const outcome = outcomeOf(calculator, point);
        const apart = Number('results' in outcome && outcome.results.bmi) - 18.5;
        return Math.abs(apart) < 1e-6 ? [Math.sign(apart)] : [];
      }),
    );
    expect(new Set(near)).toEqual(new Set([-1, 1]));
  });

  it('are the same in every run', () => {
    expect(bmi.flatMap((calculator) => pointsOf(calculator, 500, []))).toEqual(points);
  });
});

it('without Python the error says what is missing', async () => {
  await expect(startPython('python-that-is-missing')).rejects.toThrow(
    'npm run reference needs python-that-is-missing (3.10 or newer) on the PATH',
  );
});
