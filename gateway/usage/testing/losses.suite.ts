import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { Losses } from '../losses.ts';

const AS_OF = Date.UTC(2026, 10, 21, 12);

/** Reports of lost counters, on every database. */
export function lossesSuite(open: () => Promise<Records>): void {
  describe('lost counters', () => {
    let records: Records;
    let logged: unknown[];
    let losses: Losses;
    beforeEach(async () => {
      records = await open();
      logged = [];
      losses = new Losses({ records, clock: () => AS_OF, log: { error: (fields) => logged.push(fields) } });
    });
    afterEach(() => records.close());

    const audit = () =>
      records.db.selectFrom('audit').where('action', '=', 'counters.lost').select(['client_id', 'after']).execute();

    it('are one line in the log and one entry in the audit, however many clients lost some', async () => {
      losses.add({ client: 'cl_a', month: '2026-11', restored: 20, lost: null });
      losses.add({ client: 'cl_b', month: '2026-11', restored: 5, lost: null });
      await losses.report(AS_OF);
      const facts = { counters: 2, restored: 25, lost: 0, as_of: '2026-11-21T12:00:00.000Z' };
      expect(logged).toEqual([facts]);
      const [entry, ...others] = await audit();
      expect(others).toEqual([]);
      expect(entry?.client_id).toBeNull();
      expect(JSON.parse(entry?.after ?? '')).toEqual(facts);

      await losses.report(AS_OF);
      expect(logged).toHaveLength(1);
      losses.add({ client: 'cl_c', month: '2026-11', restored: 1, lost: null });
      await losses.report(AS_OF);
      expect(await audit()).toHaveLength(2);
      expect(losses.figures).toEqual({ counters: 3, restored: 26, lost: 0 });
    });

    it('count once what several processes notice', async () => {
      const other = new Losses({ records, clock: () => AS_OF, log: { error: (fields) => logged.push(fields) } });
      const noticed = (epoch: string, remaining: number, confirmed: number) => ({
        ...{ client: 'cl_a', month: '2026-11', restored: null },
        lost: { epoch, remaining, confirmed },
      });
      // 42 units are lost. The second process knows of the last 41, and the first of the first 30.
      other.add(noticed('e1', 31, 72));
      await other.report(AS_OF);
      losses.add(noticed('e1', 30, 60));
      await losses.report(AS_OF);
      expect([other.figures.lost, losses.figures.lost]).toEqual([41, 1]);
      // They know nothing else, so this is neither logged nor written.
      losses.add(noticed('e1', 40, 50));
      await losses.report(AS_OF);
      expect(logged).toHaveLength(2);
      expect(await audit()).toHaveLength(2);
      // A later loss of the same counter, and one of another.
      losses.add(noticed('e1', 180, 200));
      losses.add(noticed('e2', 0, 5));
      await losses.report(AS_OF);
      expect(logged.at(-1)).toEqual({ counters: 0, restored: 0, lost: 25, as_of: '2026-11-21T12:00:00.000Z' });
      expect(losses.figures).toEqual({ counters: 0, restored: 0, lost: 26 });
    });

    it('are reported later if the audit cannot be written', async () => {
      const away = { write: () => Promise.reject(new Error('away')) };
      const waiting = new Losses({
        records: away,
        clock: () => AS_OF,
        log: { error: (fields) => logged.push(fields) },
      });
      waiting.add({ client: 'cl_a', month: '2026-11', restored: 20, lost: null });
      await expect(waiting.report(AS_OF)).rejects.toThrow('away');
      await expect(waiting.report(AS_OF)).rejects.toThrow('away');
      expect(logged).toEqual([]);
    });
  });
}
