import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bmi } from '../../calculators/body/bmi.ts';
import { loadPlugins } from '../sdk/loading/load.ts';
import { bmi as classicBmi } from './endpoints/bmi.ts';
import { classicEndpoints } from './endpoints.ts';
import { migrationGuide } from './migration.ts';

const GUIDE = fileURLToPath(new URL('../../docs/migration.md', import.meta.url));

it('docs/migration.md is what both APIs say of themselves (vitest -u writes it)', async () => {
  const { plugins } = await loadPlugins([]);
  const v1 = plugins.flatMap(({ calculators }) => calculators);
  await expect(migrationGuide(classicEndpoints, v1)).toMatchFileSnapshot(GUIDE);
});

it.each([
  ['a calculator', { path: 'no-such-calculator' }, 'no calculator'],
  ['a parameter', { parameters: { height: 'heigth', weight: 'weight', units: 'units' } }, 'no parameter heigth'],
  ['a member of the answer', { fields: { ...classicBmi.successor.fields, bmi: 'bmi_value' } }, 'no bmi_value'],
])('no guide names %s that v1 does not have', (_what, wrong, message) => {
  const endpoint = { ...classicBmi, successor: { ...classicBmi.successor, ...wrong } };
  expect(() => migrationGuide([endpoint], [bmi])).toThrow(message);
});

it('leaves no classic parameter and no field out', () => {
  const without = (part: 'parameters' | 'fields', name: string) => {
    const { [name]: _left, ...rest } = classicBmi.successor[part];
    return { ...classicBmi, successor: { ...classicBmi.successor, [part]: rest } };
  };
  expect(() => migrationGuide([without('parameters', 'units')], [bmi])).toThrow('units');
  expect(() => migrationGuide([without('fields', 'weight_status')], [bmi])).toThrow('weight_status');
});
