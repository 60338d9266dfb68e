import { expect, it } from 'vitest';
import { growthPercent } from './heap-growth.ts';

it('leaves a heap of up to 400 MB room for 20 to 66 MB of garbage between two collections', () => {
  for (const live of [30, 60, 100, 140, 240, 300, 400]) {
    let used = live;
    // A few collections, each under the percentage for what was in use before it.
    for (let collections = 0; collections < 5; collections += 1) used = live * (1 + growthPercent(used * 1e6) / 100);
    expect([live, used - live >= 20 && used - live <= 66]).toEqual([live, true]);
  }
});
