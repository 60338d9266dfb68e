import { expect, it } from 'vitest';
import { simulateFiles } from './files.ts';
import { Violation } from './ledger.ts';

it('counts every call once, or refuses to start, under bit rot and stale locks', () => simulateFiles(1));

it('finds a process that writes without its lock', async () => {
  const played = async () => {
    for (let seed = 1; seed <= 20; seed += 1) await simulateFiles(seed, 'writes without its lock');
  };
  await expect(played()).rejects.toThrow(Violation);
});
