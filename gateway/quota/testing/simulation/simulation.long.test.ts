import { it } from 'vitest';
import { besideEmbedded } from './beside-embedded.ts';
import { simulate } from './simulate.ts';

it('leave the embedded store equal to the model', { timeout: 180_000 }, () => besideEmbedded(26, 300));

it('keep every guarantee in schedules 5,001 to 30,000', { timeout: 180_000 }, async () => {
  for (let seed = 5_001; seed <= 30_000; seed += 1) await simulate(seed);
});
