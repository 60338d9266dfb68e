import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageRequest } from '../../records/page.ts';
import type { Records } from '../../records/records.ts';
import { recordAudit } from '../../records/trail.ts';
import { readLong } from '../../web/platform/long-reads/long-reads.ts';
import { exportAudit } from '../audit/audit-export.ts';
import { type AuditFilter, listAudit } from '../audit/audit-list.ts';
import { NOW, newClient, type TestClient } from './two-clients.fixture.ts';

const FIRST_PAGE = { limit: 100, cursor: null, first: 'newest' } as const;

/** The guarantees of listing and exporting the audit log on every database. */
export function auditSuite(open: () => Promise<Records>): void {
  describe('the audit', () => {
    let records: Records;
    let acme: TestClient;
    let other: TestClient;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      other = await newClient(records, 'Other');
      await records.db.deleteFrom('audit').execute();
    });
    afterEach(() => records.close());

    const deed = (action: string, at: number, more: { id?: string; after?: object; client?: TestClient } = {}) =>
      records.write((trx) =>
        recordAudit(
          trx,
          { name: 'us_a', at, address: '192.0.2.7' },
          {
            client: (more.client ?? acme).clientId,
            action,
            record: { kind: 'key', id: more.id ?? 'key_a' },
            ...(more.after ? { after: more.after } : {}),
          },
        ),
      );
    const list = (filter: AuditFilter = {}, page: Partial<PageRequest> = {}) =>
      listAudit(records.db, acme.clientId, filter, { ...FIRST_PAGE, ...page });
    const times = async (filter: AuditFilter) => (await list(filter)).items.map(({ at }) => at - NOW);
    const text = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join('');

    it('lists who did what to which record, newest first', async () => {
      await deed('key.create', NOW, { after: { name: 'app' } });
      await deed('key.revoke', NOW + 1);
      const { items: entries, next } = await list();
      expect(next).toBeNull();
      expect(entries).toEqual([
        {
          at: NOW + 1,
          actor: 'us_a',
          action: 'key.revoke',
          record: { kind: 'key', id: 'key_a' },
          before: null,
          after: null,
          address: '192.0.2.7',
        },
        expect.objectContaining({ at: NOW, after: { name: 'app' } }),
      ]);
    });

    it('is paged without gaps or duplicates, even among entries of the same instant', async () => {
      for (const at of [0, 1, 1, 1, 1, 2, 3]) await deed('key.create', NOW + at, { id: `key_${at}` });
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const page = await list({}, { limit: 2, cursor });
        seen.push(...page.items.map(({ at }) => at - NOW));
        // New entries do not shift the pages.
        await deed('key.change', NOW + 9);
        cursor = page.next;
      } while (cursor !== null);
      expect(seen).toEqual([3, 2, 1, 1, 1, 1, 0]);
      const written = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
      const notOurs = [
        ...['', 'x', '1', '1.2', 'null', ' ', 'a'.repeat(5_000)],
        ...[{}, null, [], [NOW], [NOW, 1, 1], [NOW, '1'], [NOW, 1.5], [NOW, null], [1e300, 1]].map(written),
        `${written([NOW, 1])}=`,
        Buffer.from(`[${NOW}, 1]`).toString('base64url'),
      ];
      for (const cursor of notOurs) {
        await expect(list({}, { cursor }), cursor).rejects.toMatchObject({ code: 'bad-value', field: 'cursor' });
      }
    });

    it('is filtered by action, record, actor and time', async () => {
      await deed('key.create', NOW, { id: 'key_b' });
      await deed('key.revoke', NOW + 1);
      await deed('keys_of.nobody', NOW + 2);
      await deed('user.create', NOW + 3);
      expect(await times({ action: 'key.revoke' })).toEqual([1]);
      expect(await times({ action: 'key' })).toEqual([1, 0]);
      expect(await times({ record: 'key_b' })).toEqual([0]);
      expect(await times({ actor: 'us_a', from: NOW + 1, to: NOW + 3 })).toEqual([2, 1]);
      expect(await times({ actor: 'us_b' })).toEqual([]);
      for (const action of ['key%', 'key_', '', "'"]) {
        await expect(list({ action })).rejects.toMatchObject({ code: 'bad-value' });
      }
    });

    it('of another client appears in no page and no export', async () => {
      await deed('key.create', NOW, { client: other, id: 'key_of_other' });
      await deed('key.create', NOW + 1);
      expect(await times({})).toEqual([1]);
      expect(await times({ record: 'key_of_other' })).toEqual([]);
      const asked = { clientId: acme.clientId, filter: {}, format: 'jsonl' } as const;
      expect(await text(exportAudit(records.db, asked))).not.toContain('key_of_other');
    });

    it('is exported whole, the oldest line first, as CSV that a spreadsheet takes for text', async () => {
      await deed('key.create', NOW, { after: { name: 'a,"b"' } });
      await deed('key.change', NOW + 1, { id: '=cmd()' });
      const asked = { clientId: acme.clientId, filter: {}, format: 'csv' } as const;
      expect((await text(exportAudit(records.db, asked))).split('\r\n')).toEqual([
        'time,actor,action,record_kind,record_id,address,before,after',
        '2026-11-21T12:00:00.000Z,us_a,key.create,key,key_a,192.0.2.7,,"{""name"":""a,\\""b\\""""}"',
        "2026-11-21T12:00:00.001Z,us_a,key.change,key,'=cmd(),192.0.2.7,,",
        '',
      ]);
    });

    it('is exported in chunks that do not block other work', async () => {
      await records.write(async (trx) => {
        const line = { client_id: acme.clientId, actor: 'us_a', action: 'key.change', record_kind: 'key' };
        const rows = Array.from({ length: 1_200 }, (_, at) => ({ ...line, at: NOW + at, record_id: `key_${at}` }));
        for (let start = 0; start < rows.length; start += 400) {
          await trx
            .insertInto('audit')
            .values(rows.slice(start, start + 400))
            .execute();
        }
      });
      const asked = { clientId: acme.clientId, filter: { action: 'key' }, format: 'jsonl' } as const;
      const parts = await Array.fromAsync(readLong(records, { read: 'audit', asked }));
      expect(parts.length).toBeGreaterThan(2);
      const lines = parts.join('').trimEnd().split('\n');
      expect(lines).toHaveLength(1_200);
      expect(lines.map((line) => JSON.parse(line).record.id)).toEqual(lines.map((_, at) => `key_${at}`));
    });

    it('releases everything when its export is abandoned', async () => {
      await deed('key.create', NOW);
      const asked = { clientId: acme.clientId, filter: {}, format: 'csv' } as const;
      for (let time = 0; time < 5; time++) {
        for await (const part of readLong(records, { read: 'audit', asked })) {
          expect(part).toContain('time,');
          break;
        }
      }
    });
  });
}
