import { it } from 'vitest';
import { simulateFiles } from './files.ts';

it('counts every call once, or refuses to start, under bit rot and stale locks', { timeout: 300_000 }, async () => {
  for (let seed = 2; seed <= 100; seed += 1) await simulateFiles(seed);
});
