import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { LeasedUse } from '../../admission/lease-journal.ts';
import { segmentPaths } from '../../journal/segments.ts';
import { FaultyDisk } from '../../journal/testing/faulty-disk.ts';
import { Random } from '../../testing/simulation/random.ts';
import type { Fact } from './facts.ts';
import { readLeft } from './left-behind.ts';
import { ProcessJournal } from './process-journal.ts';

/** `JOURNALS=1000 npx vitest run gateway/quota/redis/journal` for a long run. */
const RUNS = Number(process.env.JOURNALS ?? 25);
const STEPS = 150;

/** A process whose leases admit calls and are counted, on a disk that fails now and then. */
class Holder {
  readonly disk = new FaultyDisk();
  readonly #random: Random;
  readonly #folder = join(temporaryFolder('journals'), 'p.leases');
  readonly #journal: ProcessJournal;
  /** The calls of each lease that are not counted. */
  readonly #leases = new Map<number, number>();
  #numbers = 0;

  constructor(random: Random) {
    this.#random = random;
    const { disk } = this;
    this.#journal = new ProcessJournal({
      folder: this.#folder,
      durability: 'process',
      syncFailed: () => {},
      disk,
      segmentBytes: 1_000,
    });
    this.#journal.keep(() => this.#parts());
  }

  /** Takes a step: records a call of a new lease or of a known one, has a lease counted, or drops what is counted. */
  step(): void {
    const known = [...this.#leases.keys()];
    const lease = known[this.#random.below(known.length)];
    if (lease === undefined || this.#random.chance(0.3)) this.#call(++this.#numbers);
    else if (this.#random.chance(0.6)) this.#call(lease);
    else if (this.#random.chance(0.95)) this.#leases.delete(lease);
    else this.#journal.compact();
  }

  /** What is not counted, and what a successor would read now. */
  async compared(): Promise<[expected: Map<number, number>, found: Map<number, number>]> {
    const expected = new Map(this.#leases);
    const copied = temporaryFolder('journals-copied');
    for (const path of segmentPaths(this.#folder)) {
      try {
        copyFileSync(path, join(copied, basename(path)));
      } catch {
        // It has just been removed. The next one is removed in a later turn of the event loop.
      }
    }
    const { owed } = await readLeft('p', copied, (missing) => expect.fail(JSON.stringify(missing)));
    const found = new Map<number, number>();
    for (const { command } of owed) {
      const report = 'lease' in command ? command.lease?.report : null;
      // A lease that is counted may still be in an old record.
      if (report && expected.has(report.number)) found.set(report.number, report.rows[0]?.calls ?? 0);
    }
    return [expected, found];
  }

  end(): Promise<void> {
    return this.#journal.close();
  }

  #call(number: number): void {
    const before = this.#leases.get(number);
    // The lease has the call before its record is written, and loses it if the disk does not take the record.
    this.#leases.set(number, (before ?? 0) + 1);
    this.#journal.append([this.#use(number)], (error) => {
      if (error === null) return;
      const calls = (this.#leases.get(number) ?? 1) - 1;
      if (calls === 0) this.#leases.delete(number);
      else this.#leases.set(number, calls);
    });
  }

  #use(number: number): LeasedUse {
    const calls = this.#leases.get(number) ?? 0;
    const row = { day: '2026-11-21', key: 'key', family: 'key', calculator: 'tdee', status: '2xx' } as const;
    return {
      ...{ client: `client-${number}`, number, month: '2026-11', epoch: 'e' },
      rows: [{ ...row, calls, units: calls }],
    };
  }

  *#parts(): Generator<readonly Fact[]> {
    for (const number of [...this.#leases.keys()]) if (this.#leases.has(number)) yield [this.#use(number)];
  }
}

/** Makes the disk fail once, or in the middle of a record that then cannot be cut off. */
function fail(disk: FaultyDisk, random: Random): void {
  const action = random.pick<'create' | 'append' | 'sync'>(['create', 'append', 'append', 'sync']);
  disk.fail(action, random.below(40));
  if (action === 'append' && random.chance(0.5)) disk.fail('truncate');
}

it(`leaves a successor every call that is not counted, at every moment, in ${RUNS} journals on a disk with faults`, {
  timeout: 20_000 + RUNS * 1_000,
}, async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = new Random(seed);
    const holder = new Holder(random);
    for (let step = 0; step < STEPS; step += 1) {
      if (random.chance(0.1)) fail(holder.disk, random);
      holder.step();
      // Time for the disk, and for old segments to be removed.
      if (random.chance(0.1)) await sleep(random.below(8));
      if (!random.chance(0.2)) continue;
      const [expected, found] = await holder.compared();
      expect([seed, step, found]).toEqual([seed, step, expected]);
    }
    await holder.end();
  }
});
