import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { RecordsUnusable } from '../connect-retry.ts';
import { MIGRATIONS } from '../migrations/names.ts';
import type { Records } from '../records.ts';

/** What opening records does about migrations, on every database. `open` opens the same records each time. */
export function migrationsSuite(open: () => Promise<Records>): void {
  describe('the migrations of records', () => {
    const had = async (records: Records) =>
      (await sql`select name, timestamp from kysely_migration order by name`.execute(records.db)).rows;
    const change = async (...statements: string[]) => {
      const records = await open();
      for (const statement of statements) await sql.raw(statement).execute(records.db);
      await records.close();
    };

    it('run once', async () => {
      const records = await open();
      const first = await had(records);
      await records.close();
      const again = await open();
      expect(first.map((row) => (row as { name: string }).name)).toEqual(MIGRATIONS);
      expect(await had(again)).toEqual(first);
      await again.close();
    });

    it('run when the records of an earlier release are opened', async () => {
      await change(
        `delete from kysely_migration where name = '${MIGRATIONS.at(-1)}'`,
        'alter table clients drop column developer_keys',
      );
      const records = await open();
      expect(await records.db.selectFrom('clients').select('developer_keys').execute()).toEqual([]);
      expect(await had(records)).toHaveLength(MIGRATIONS.length);
      await records.close();
    });

    it('of a later release keep an earlier one from using the records', async () => {
      await change("insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01T00:00:00.000Z')");
      const opening = open();
      await expect(opening).rejects.toThrow(RecordsUnusable);
      await expect(opening).rejects.toThrow('9999-later');
    });
  });
}
