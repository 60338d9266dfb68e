import { expect, it } from 'vitest';
import { z } from 'zod';
import { classTable, defineCalculator, field, result } from '../../../calculators/kit/index.ts';
import { definePlugin } from '../plugin/define-plugin.ts';
import { undocumented } from './undocumented.ts';

const texts: Readonly<Record<string, string>> = { 'load.outputs.good': 'Good', 'load.outputs.size': 'Size' };
const calculator = defineCalculator({
  name: 'load',
  family: {
    name: 'test',
    folder: new URL('./messages/', import.meta.url),
    messages: { languages: ['en'], find: (_, key) => texts[key], text: (_, key) => key, keys: () => [] },
  },
  since: 'v1.0.0',
  input: z.object({ weight: field.weight() }),
  output: z.object({
    good: result.index({ plausible: { min: 0, max: 9 } }),
    size: result.classOf(classTable({ low: 0 })),
    trips: z.array(z.object({ length_m: result.metres() })),
  }),
  profile: [],
  equations: { sum: { formula: 'x', sources: [] } },
  examples: [],
  calculate: () => ({ good: 1, size: 'low' as const, trips: [] }),
});

it('names a calculator that does not say when to use it, and results without a text or plausible bounds', () => {
  const plugin = definePlugin({
    name: 'acme',
    version: '1.0.0',
    mount: '/api/acme',
    channels: ['direct'],
    calculators: [calculator],
  });
  expect(undocumented(plugin)).toEqual([
    'warn  /api/acme/load  no text says when to use it (load.use)',
    'warn  /api/acme/load  length_m has no text (load.outputs.length_m) and no plausible bounds',
  ]);
});
