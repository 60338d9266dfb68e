import { expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { buildRouteTable } from './route-table.ts';

it('finds exact paths only, and suggests similar names', async () => {
  const table = buildRouteTable((await loadPlugins([])).plugins, 'http://x');
  expect(table.find('/api/v1/tdee')?.endpoint.calculator).toBe('tdee');
  for (const path of ['/api/v1/TDEE', '/api/v1/tdee/', '/api/v1/%74dee', '/api/v1/../v1/tdee', '/api/v1//tdee']) {
    expect(table.find(path)).toBeUndefined();
  }
  expect(table.nearest('/api/v1/tde')).toContain('tdee');
});
