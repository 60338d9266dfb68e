import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { readPlansFile } from './plans-file.ts';

function file(content: string): string {
  const path = join(temporaryFolder('plans'), 'plans.json');
  writeFileSync(path, content);
  return path;
}

describe('a file of plans', () => {
  it('gives plans by name; ceiling and calculators may be left out', async () => {
    const gold = { quota: null, burst: { q: 100, w: 10 }, mode: 'soft' };
    const tiny = { quota: 5, burst: null, mode: 'block', ceiling: 5, calculators: ['bmi'] };
    expect(await readPlansFile(file(JSON.stringify({ gold, tiny })))).toEqual([
      { name: 'gold', ...gold, ceiling: null, calculators: null },
      { name: 'tiny', ...tiny },
    ]);
  });

  it.each([
    ['no JSON', '{'],
    ['a negative quota', '{ "gold": { "quota": -1, "burst": null, "mode": "soft" } }'],
    ['a quota that is not said', '{ "gold": { "burst": null, "mode": "soft" } }'],
    ['a misspelt member', '{ "gold": { "quota": 1, "burst": null, "mode": "soft", "celing": 4 } }'],
    ['an unknown mode', '{ "gold": { "quota": 1, "burst": null, "mode": "hard" } }'],
    ['a burst over no time', '{ "gold": { "quota": 1, "burst": { "q": 1, "w": 0 }, "mode": "soft" } }'],
    ['a name with a space', '{ "the gold": { "quota": 1, "burst": null, "mode": "soft" } }'],
  ])('is refused whole, by its path, for %s', async (_, content) => {
    const path = file(content);
    await expect(readPlansFile(path)).rejects.toThrow(path);
  });
});
