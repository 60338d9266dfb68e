import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { workLock } from '../../records/work-lock.ts';
import { readMarks } from '../checkpoint-marks.ts';
import { Freshness } from '../freshness.ts';
import { sweep } from '../sweep.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** 1 December 2026, 00:30 UTC. */
const START = Date.UTC(2026, 11, 1, 0, 30);

/** How old usage may be, and who writes the checkpoints of a killed process, on every database. */
export function freshnessSuite(open: () => Promise<Records>): void {
  describe('freshness', () => {
    let records: Records;
    let now: number;
    /** Clients by process, with their last command. */
    let served: Record<string, { client: string; sequence: number; leased?: true }[]>;
    let written: string[];
    beforeEach(async () => {
      records = await open();
      now = START;
      served = {};
      written = [];
    });
    afterEach(() => records.close());

    const clock = () => now;
    async function process(name: string, alone = false): Promise<Freshness> {
      const freshness = new Freshness({ records, process: name, clock, alone });
      await freshness.start();
      return freshness;
    }
    const checkpointed = (of: Freshness, sequence: number) => of.checkpointed({ through: now, sequence });
    const sweepBy = (name: string, marks: Freshness) =>
      sweep({
        ...{ records, clock, marks },
        lock: workLock(records, 'sweep', name),
        async *servedClients(silent, after) {
          for (const { leased = false, ...one } of served[silent] ?? []) {
            // A client comes twice if a journal of the process names it too.
            if (one.sequence > after || leased)
              yield [
                { ...one, leased },
                { ...one, sequence: 0, leased: false },
              ];
          }
        },
        async checkpoint(clients, month) {
          for (const client of clients) written.push(`${client} ${month}`);
        },
      });

    it('is that of the process whose last complete checkpoint is the oldest', async () => {
      const a = await process('a');
      now += 10 * SECOND;
      const b = await process('b');
      expect(b.asOf).toBe(START);
      await checkpointed(a, 1);
      await checkpointed(b, 1);
      expect([a.asOf, b.asOf]).toEqual([START + 10 * SECOND, START + 10 * SECOND]);

      now += 10 * SECOND;
      await a.checkpointed(null);
      await checkpointed(b, 2);
      now += 50 * SECOND;
      expect([b.age, b.behind]).toEqual([60 * SECOND, false]);
      now += 1;
      expect([a.behind, b.behind]).toEqual([true, true]);
      await checkpointed(a, 2);
      await checkpointed(b, 2);
      await a.refresh();
      expect([a.age, b.age]).toEqual([0, 0]);
    });

    it('does not wait for a process that wrote its last checkpoint and ended', async () => {
      const [a, b] = [await process('a'), await process('b')];
      await a.end(true);
      now += 10 * SECOND;
      await checkpointed(b, 1);
      expect(b.asOf).toBe(now);
    });

    it('waits for the first checkpoint of a process that owns its counters alone, after an earlier one was killed', async () => {
      await process('killed', true);
      now += MINUTE;
      const next = await process('next', true);
      expect(next.asOf).toBe(START);
      await checkpointed(next, 0);
      expect(next.asOf).toBe(now);
      expect((await readMarks(records.db)).map((mark) => mark.process)).toEqual(['next']);
    });

    describe('of a process that was killed', () => {
      it('is restored by a sweep over the clients without a checkpoint, in the month of its mark and this one', async () => {
        const killed = await process('killed');
        const other = await process('other');
        await checkpointed(killed, 7);
        served = {
          killed: [
            { client: 'cl_old', sequence: 7 },
            { client: 'cl_new', sequence: 8 },
          ],
        };
        now += 30 * SECOND;
        await checkpointed(other, 1);
        expect(await sweepBy('other', other)).toBe(0);
        now += 1;
        expect(await sweepBy('other', other)).toBe(1);
        // The last command of November may have come after the mark.
        expect(written).toEqual(['cl_new 2026-11', 'cl_new 2026-12']);
        await checkpointed(other, 1);
        expect(other.asOf).toBe(now);
      });

      it('is swept again while it may only be cut off from the records, and forgotten after five minutes', async () => {
        const silent = await process('silent');
        const other = await process('other');
        served = { silent: [{ client: 'cl_a', sequence: 1 }] };
        const rounds: string[] = [];
        for (let minute = 1; minute <= 8; minute += 1) {
          now = START + minute * MINUTE;
          // It still counts calls in the sixth minute.
          if (minute === 6) served = { silent: [{ client: 'cl_a', sequence: 2 }] };
          await checkpointed(other, 1);
          await sweepBy('other', other);
          rounds.push((await readMarks(records.db)).map((mark) => mark.process).join());
        }
        const both = 'other,silent';
        expect(rounds).toEqual([both, both, both, both, both, both, 'other', 'other']);
        expect(written).toHaveLength(2 * 7);

        // It can reach the records again.
        await checkpointed(silent, 3);
        expect((await readMarks(records.db)).map((mark) => mark.process)).toEqual(['other', 'silent']);
      });

      it('waits for the journal of its leases, until they are released', async () => {
        const killed = await process('killed');
        const other = await process('other');
        await checkpointed(killed, 1);
        served = { killed: [{ client: 'cl_a', sequence: 1, leased: true }] };
        now += 6 * MINUTE;
        await checkpointed(other, 1);
        expect(await sweepBy('other', other)).toBe(1);
        expect(other.asOf).toBe(START);
        now += 30 * SECOND;
        expect(await sweepBy('other', other)).toBe(0);
        now += 1;
        served = {};
        await sweepBy('other', other);
        await checkpointed(other, 1);
        expect(other.asOf).toBe(now);
      });

      it('is swept by one process at a time; the lock of a killed one expires after a minute', async () => {
        await process('killed');
        const other = await process('other');
        served = { killed: [{ client: 'cl_a', sequence: 1 }] };
        now += MINUTE;
        const lock = workLock(records, 'sweep', 'killed-too');
        expect(await lock.take(now)).toBe(true);
        await checkpointed(other, 1);
        expect(await sweepBy('other', other)).toBe(0);
        now += MINUTE - 1;
        expect(await sweepBy('other', other)).toBe(0);
        now += 1;
        expect(await sweepBy('other', other)).toBe(1);
        expect(await workLock(records, 'sweep', 'third').take(now)).toBe(true);
      });

      it('is not swept twice by processes that read its mark at the same time', async () => {
        await process('killed');
        const [a, b] = [await process('a'), await process('b')];
        served = { killed: [{ client: 'cl_a', sequence: 1 }] };
        now += MINUTE;
        await checkpointed(a, 1);
        await checkpointed(b, 1);
        expect([await sweepBy('a', a), await sweepBy('b', b)]).toEqual([1, 0]);
      });
    });
  });
}
