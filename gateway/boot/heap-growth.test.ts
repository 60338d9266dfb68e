import { expect, it } from 'vitest';
import { growthPercent } from './heap-growth.ts';

/** Megabytes that V8 adds: the size of the space for new objects. */
const NEW_SPACE = 8;

it('leaves a heap of up to 400 MB room for 16 to 85 MB of garbage between two collections', () => {
  for (const live of [30, 60, 100, 140, 240, 300, 400]) {
    let used = live;
    // A few collections, each under the percentage for what was in use before it.
    for (let collections = 0; collections < 5; collections += 1) {
      used = live * (1 + growthPercent(used * 1e6) / 100) + NEW_SPACE;
    }
    expect([live, used - live >= 16 && used - live <= 85]).toEqual([live, true]);
  }
});
