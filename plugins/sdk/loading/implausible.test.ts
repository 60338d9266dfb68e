import { expect, it } from 'vitest';
import { z } from 'zod';
import { result } from '../../../calculators/kit/index.ts';
import { implausible } from './implausible.ts';

const plausible = { min: 10, max: 20 };
const results = z.object({
  mass_kg: result.kilograms({ plausible }),
  rest: result.rounded(1),
  parts: z.array(z.object({ share: result.percent({ plausible }).optional() })).optional(),
});

it('a result within its plausible bounds, both included, passes, and so does one without bounds', () => {
  expect(implausible(results, { mass_kg: 10, rest: 1e9, parts: [{ share: 20 }, {}] })).toEqual([]);
});

it('names each result outside of them', () => {
  expect(implausible(results, { mass_kg: 9.99, parts: [{ share: 15 }, { share: 20.01 }] })).toEqual([
    'mass_kg is 9.99, outside its plausible bounds 10 to 20',
    'share is 20.01, outside its plausible bounds 10 to 20',
  ]);
});
