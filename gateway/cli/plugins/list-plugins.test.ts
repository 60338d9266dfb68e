import { expect, it, vi } from 'vitest';
import { BREAKAGES, toldBy, writePlugin } from '../../../test/support/plugin-breakages.ts';
import { readConfig } from '../../configuration/config.ts';
import { listPlugins } from './list-plugins.ts';

it("lists the operator's plugins first, with state, version, source and isolation, and the reasons for refused ones", async () => {
  const label = BREAKAGES.find(({ mistake }) => mistake === 'a missing label');
  if (!label) throw new Error('no such row');
  const [good, broken] = [writePlugin('good'), writePlugin('broken', label.plugin('broken'))];
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  const isComplete = await listPlugins(readConfig({ PLUGINS: good }), [broken]).finally(() => log.mockRestore());
  expect(isComplete).toBe(false);
  expect(lines.slice(0, 4)).toEqual([
    `good 1.0.0  loaded  from ${good}  own thread  /api/good  direct`,
    '  double',
    `refused  from ${broken}`,
    `  ${toldBy(label.refused)[0]}`,
  ]);
  expect(lines).toContain('v1-body 1.0.0  loaded  from the gateway  inline  /api/v1  direct');
});
