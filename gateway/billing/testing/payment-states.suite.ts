import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { deleteClient } from '../../accounts/offboarding/client-delete.ts';
import { exportClient } from '../../accounts/offboarding/client-export.ts';
import type { Records } from '../../records/records.ts';
import { balanceOf } from '../ledger.ts';
import { confirmPayment, rejectPayment } from '../payment-confirm.ts';
import { listPayments } from '../payment-list.ts';
import { beginTopUp, completePayment, failPayment } from '../payments.ts';
import { manual } from '../provider.ts';

const actor = { name: 'us_finance', at: Date.UTC(2026, 10, 21), address: null };

/** The guarantees of payment states on every database. */
export function paymentStatesSuite(open: () => Promise<Records>): void {
  describe('a manual payment that has to be confirmed', () => {
    let records: Records;
    let clientId: string;

    beforeEach(async () => {
      records = await open();
      const client = { name: 'Acme', plan: 'free', admin: { name: 'Ann', email: null } };
      ({ clientId } = await createClient(records, actor, client));
    });
    afterEach(() => records.close());

    const order = async (reference: string, { credits = 5, at = actor.at } = {}) => {
      const topUp = { clientId, credits, reference, note: 'for Ann' };
      return (await beginTopUp(records, { ...actor, at }, manual('confirm'), topUp)).payment;
    };
    const stateOf = async (id: string) =>
      (await records.db.selectFrom('payments').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

    it('adds its credits once, on confirmation, and copies its note to the ledger', async () => {
      const { id, state } = await order('a');
      expect([state, await balanceOf(records.db, clientId)]).toEqual(['pending', 0]);
      const tries = Array.from({ length: 3 }, () => confirmPayment(records, { ...actor, name: 'cli' }, id));
      const outcomes = await Promise.allSettled(tries);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
      expect([await stateOf(id), await balanceOf(records.db, clientId)]).toEqual(['paid', 5]);
      const entries = await records.db.selectFrom('ledger').select(['source', 'note']).execute();
      expect(entries).toEqual([{ source: `manual:${id}`, note: 'for Ann' }]);
      await expect(rejectPayment(records, actor, id)).rejects.toMatchObject({ code: 'bad-value' });
    });

    it('adds nothing if it is rejected, and cannot be confirmed later', async () => {
      const { id } = await order('a');
      expect(await rejectPayment(records, actor, id)).toMatchObject({ state: 'failed' });
      await expect(confirmPayment(records, actor, id)).rejects.toMatchObject({ code: 'bad-value' });
      expect(await order('a')).toMatchObject({ id, state: 'failed' });
      expect(await balanceOf(records.db, clientId)).toBe(0);
    });

    it('stays pending after a switch to another provider', async () => {
      const { id } = await order('a');
      const other = { name: 'stripe', needsPrice: false, begin: () => Promise.reject(new Error('begun')) } as const;
      const topUp = { clientId, credits: 5, reference: 'a', note: null };
      const { payment } = await beginTopUp(records, actor, other, topUp);
      expect(payment).toMatchObject({ id, provider: 'manual', state: 'pending' });
    });

    it('keeps the state set by a refund that was reported before the payment', async () => {
      const payment = await order('a');
      await records.db.updateTable('payments').set({ state: 'refunded' }).execute();
      await records.write((trx) => completePayment(trx, actor, payment));
      await records.write((trx) => failPayment(trx, actor, payment));
      expect(await stateOf(payment.id)).toBe('refunded');
    });

    it('is listed newest first, in pages, each once', async () => {
      for (const [at, reference] of [...'abcde'].entries()) {
        // Two at the same instant: the cursor tells them apart.
        await order(reference, { at: actor.at + (reference === 'c' ? 1 : at) });
      }
      const seen: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page = await listPayments(records.db, { clientId }, { limit: 2, cursor });
        seen.push(...page.items.map(({ reference }) => reference));
        cursor = page.next;
        if (cursor === null) break;
      }
      expect([seen[0], seen[1], seen[4]]).toEqual(['e', 'd', 'a']);
      expect(seen.toSorted()).toEqual([...'abcde']);
      const none = await listPayments(records.db, { clientId, state: 'paid' }, { limit: 2, cursor: null });
      expect(none).toEqual({ items: [], next: null });
      const others = await listPayments(records.db, { clientId: 'cl_other' }, { limit: 2, cursor: null });
      expect(others.items).toEqual([]);
    });

    it('appears in the client’s export, and keeps only numbers when the client is deleted', async () => {
      const { id } = await order('invoice of Ann');
      const text = (
        await Array.fromAsync(
          exportClient(records.db, { clientId, now: actor.at, retention: { usageMonths: 25, auditMonths: 24 } }),
        )
      ).join('');
      expect(JSON.parse(text).payments).toMatchObject([
        { id, reference: 'invoice of Ann', note: 'for Ann', credits: 5 },
      ]);
      await deleteClient(records, actor, clientId, 'Acme');
      const left = await records.db.selectFrom('payments').select(['reference', 'note', 'credits']).execute();
      expect(left).toEqual([{ reference: id, note: null, credits: 5 }]);
    });

    it('can be confirmed but not ordered after the client is deleted', async () => {
      const { id } = await order('a');
      await deleteClient(records, actor, clientId, 'Acme');
      expect(await confirmPayment(records, { ...actor, name: 'cli' }, id)).toMatchObject({ state: 'paid' });
      expect(await balanceOf(records.db, clientId)).toBe(5);
      await expect(order('b')).rejects.toMatchObject({ code: 'unknown-client' });
    });
  });
}
