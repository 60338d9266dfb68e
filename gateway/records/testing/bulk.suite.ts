import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../records.ts';

const SAVE = `
  insert into credit_fold (client_id, epoch, taken, returned)
  select given.value ->> 0, given.value ->> 1, cast(given.value ->> 2 as bigint), 0 from given where true
  on conflict (client_id, epoch) do update set taken = excluded.taken`;
const SAVE_AND_RETURN = `${SAVE} returning client_id, taken`;

/** The guarantees of a bulk write on every database. */
export function bulkSuite(open: () => Promise<Records>): void {
  describe('a bulk write', () => {
    let records: Records;

    beforeEach(async () => {
      records = await open();
    });
    afterEach(() => records.close());

    const saved = () =>
      records.db.selectFrom('credit_fold').select(['client_id', 'taken']).orderBy('client_id').execute();

    it('writes each text and number as it is', async () => {
      const texts = ['', ' ', 'null', '1', '[2]', `O'Brien "O\\'Brien"; --`, 'a\nb\tc', '日本 مرحبا 🙂', 'e\u0301'];
      const rows = texts.map((text, at) => [text, `epoch ${text}`, Number.MAX_SAFE_INTEGER - at]);
      const [returned] = await records.bulk.write<[{ client_id: string; taken: number }]>({
        text: SAVE_AND_RETURN,
        rows,
      });
      const expected = rows.map(([client_id, , taken]) => ({ client_id, taken }));
      expect(returned).toEqual(expected);
      expect(new Set(await saved())).toEqual(new Set(expected));
      const epochs = await records.db.selectFrom('credit_fold').select('epoch').execute();
      expect(new Set(epochs.map(({ epoch }) => epoch))).toEqual(new Set(texts.map((text) => `epoch ${text}`)));
    });

    it('returns the rows of each statement', async () => {
      const statements = [
        { text: SAVE, rows: [['a', 'e', 1]] },
        { text: SAVE_AND_RETURN, rows: [['a', 'e', 2]] },
        { text: SAVE_AND_RETURN, rows: [] },
      ];
      expect(await records.bulk.write(...statements)).toEqual([[], [{ client_id: 'a', taken: 2 }], []]);
    });

    it('of several statements writes all or nothing', async () => {
      const failing = { text: SAVE, rows: [['b', 'e']] };
      await expect(records.bulk.write({ text: SAVE, rows: [['a', 'e', 1]] }, failing)).rejects.toThrow(/not.null/i);
      expect(await saved()).toEqual([]);
      await records.bulk.write({ text: SAVE, rows: [['a', 'e', 1]] });
      expect(await saved()).toEqual([{ client_id: 'a', taken: 1 }]);
    });

    it('is seen by the next read, and sees earlier changes', async () => {
      await records.db
        .insertInto('credit_fold')
        .values({ client_id: 'a', epoch: 'e', taken: 1, returned: 0 })
        .execute();
      await records.bulk.write({ text: SAVE, rows: [['a', 'e', 2]] });
      await records.bulk.sync();
      expect(await saved()).toEqual([{ client_id: 'a', taken: 2 }]);
    });
  });
}
