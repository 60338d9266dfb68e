import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readPlansFile } from './plans-file.ts';

function file(content: string): string {
  const path = join(temporaryFolder('plans'), 'plans.json');
  writeFileSync(path, content);
  return path;
}

describe('a plans file', () => {
  it('contains plans by name; ceiling, calculators, price and offered are optional', async () => {
    const gold = { quota: null, burst: { q: 100, w: 10 }, mode: 'soft' };
    const sold = { price: { amount: 2, currency: 'EUR' }, offered: true };
    const tiny = { quota: 5, burst: null, mode: 'block', ceiling: 5, calculators: ['bmi'], ...sold };
    const most = { mostKeys: 100, mostUsers: 100, outagePercent: 1 };
    const text = JSON.stringify({ gold, tiny: { ...tiny, most_keys: null, most_users: 3, outage_percent: 25 } });
    expect(await readPlansFile(file(text))).toEqual([
      { name: 'gold', ...gold, ceiling: null, calculators: null, price: null, offered: false, ...most },
      { name: 'tiny', ...tiny, mostKeys: null, mostUsers: 3, outagePercent: 25 },
    ]);
  });

  it('is refused with every reason at once', async () => {
    const gold = { quota: -1, burst: null, mode: 'hard', price: { amount: 0.5, currency: 'EURO' }, offerd: true };
    const reading = readPlansFile(file(JSON.stringify({ gold })));
    for (const reason of ['gold.quota', 'gold.mode', 'gold.price.amount', 'gold.price.currency', 'offerd']) {
      await expect(reading).rejects.toThrow(reason);
    }
  });

  it('that does not exist is refused with its path', async () => {
    await expect(readPlansFile('/nowhere/plans.json')).rejects.toThrow('/nowhere/plans.json');
  });

  it.each([
    ['invalid JSON', '{'],
    ['a negative quota', '{ "gold": { "quota": -1, "burst": null, "mode": "soft" } }'],
    ['a missing quota', '{ "gold": { "burst": null, "mode": "soft" } }'],
    ['a misspelt member', '{ "gold": { "quota": 1, "burst": null, "mode": "soft", "celing": 4 } }'],
    ['an unknown mode', '{ "gold": { "quota": 1, "burst": null, "mode": "hard" } }'],
    ['a burst window of zero seconds', '{ "gold": { "quota": 1, "burst": { "q": 1, "w": 0 }, "mode": "soft" } }'],
    ['an empty list of calculators', '{ "gold": { "quota": 1, "burst": null, "mode": "soft", "calculators": [] } }'],
    [
      'a price without a currency',
      '{ "gold": { "quota": 1, "burst": null, "mode": "soft", "price": { "amount": 1 } } }',
    ],
    ['a name with a space', '{ "the gold": { "quota": 1, "burst": null, "mode": "soft" } }'],
  ])('is refused as a whole, with its path, for %s', async (_, content) => {
    const path = file(content);
    await expect(readPlansFile(path)).rejects.toThrow(path);
  });
});
