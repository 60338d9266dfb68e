import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { deleteClient } from '../../accounts/offboarding/client-delete.ts';
import { readLimits } from '../../accounts/plans/limits.ts';
import type { Records } from '../../records/records.ts';
import { addCredits, balanceOf, postEntry } from '../ledger.ts';

const actor = { name: 'cli', at: Date.UTC(2026, 10, 21), address: null };

/** The guarantees of the ledger on every database. */
export function ledgerSuite(open: () => Promise<Records>): void {
  describe('billing', () => {
    let records: Records;
    let clientId: string;

    beforeEach(async () => {
      records = await open();
      ({ clientId } = await createClient(records, actor, {
        name: 'Acme',
        plan: 'free',
        admin: { name: 'Ann', email: null },
      }));
    });
    afterEach(() => records.close());

    const topUp = (credits: number, source: string, client = clientId) =>
      addCredits(records, actor, { clientId: client, credits, source, note: null });

    describe('the ledger', () => {
      it('grants credits once per source: a replay changes nothing and returns the first entry', async () => {
        const first = await topUp(500, 'invoice:1');
        expect(first).toMatchObject({ entered: true, balance: 500 });
        const limits = await readLimits(records.db, clientId);
        expect(limits).toMatchObject({ granted: 500, version: 2 });
        expect(await topUp(500, 'invoice:1')).toEqual({ entryId: first.entryId, entered: false, balance: 500 });
        expect(await readLimits(records.db, clientId)).toEqual(limits);
      });

      it('grants credits once for many concurrent identical entries', async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => topUp(10, 'event:1')));
        expect(answers.filter(({ entered }) => entered)).toHaveLength(1);
        expect(await balanceOf(records.db, clientId)).toBe(10);
      });

      it('refuses a source that belongs to other credits or another client', async () => {
        const other = await createClient(records, actor, {
          name: 'B',
          plan: 'free',
          admin: { name: 'Bob', email: null },
        });
        await topUp(500, 'invoice:1');
        await expect(topUp(501, 'invoice:1')).rejects.toMatchObject({ code: 'source-taken' });
        await expect(topUp(500, 'invoice:1', other.clientId)).rejects.toMatchObject({ code: 'source-taken' });
      });

      it('counts settlements in the balance but not as granted credits', async () => {
        await topUp(500, 'invoice:1');
        const settlement = {
          clientId,
          kind: 'settlement',
          credits: -120,
          source: 'settlement:x:2026-10',
          note: null,
        } as const;
        await records.write((trx) => postEntry(trx, actor, settlement));
        const chargeback = {
          clientId,
          kind: 'adjustment',
          credits: -50,
          source: 'chargeback:1',
          note: 'lost',
        } as const;
        await records.write((trx) => postEntry(trx, actor, chargeback));
        expect(await balanceOf(records.db, clientId)).toBe(330);
        expect(await readLimits(records.db, clientId)).toMatchObject({ granted: 450, version: 4 });
      });

      it('of a deleted client records provider events without a note, and refuses manual entries', async () => {
        await topUp(500, 'invoice:1');
        await deleteClient(records, actor, clientId, 'Acme');
        const told = () => records.db.selectFrom('changes').select('seq').execute();
        const version = () => records.db.selectFrom('clients').select('limits_version').execute();
        const before = [await told(), await version()];
        const entry = { clientId, kind: 'adjustment', credits: -50, source: 'refund:1', note: 'to Ann' } as const;
        const post = () => records.write((trx) => postEntry(trx, { ...actor, name: 'stripe' }, entry));
        expect(await post()).toMatchObject({ entered: true, balance: 450 });
        expect(await post()).toMatchObject({ entered: false, balance: 450 });
        await expect(topUp(500, 'invoice:2')).rejects.toMatchObject({ code: 'unknown-client' });
        await expect(topUp(500, 'invoice:1')).rejects.toMatchObject({ code: 'unknown-client' });
        expect([await told(), await version()]).toEqual(before);
        expect(await readLimits(records.db, clientId)).toBeNull();
        const notes = await records.db.selectFrom('ledger').select(['source', 'note']).orderBy('source').execute();
        expect(notes).toEqual([
          { source: 'invoice:1', note: null },
          { source: 'refund:1', note: null },
        ]);
        const line = records.db.selectFrom('audit').select(['actor', 'after']).orderBy('id', 'desc');
        expect(await line.executeTakeFirst()).toEqual({
          actor: 'stripe',
          after: JSON.stringify({ kind: 'adjustment', credits: -50, source: 'refund:1', note: null }),
        });
      });

      it('accepts only whole credits, and only positive top-ups', async () => {
        for (const credits of [0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
          await expect(topUp(credits, 'x')).rejects.toMatchObject({ code: 'bad-value' });
        }
        await expect(topUp(5, 'x', 'cl_nobody')).rejects.toMatchObject({ code: 'unknown-client' });
        expect(await balanceOf(records.db, clientId)).toBe(0);
      });
    });
  });
}
