import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../accounts/clients/clients.ts';
import { deleteClient } from '../../accounts/offboarding/client-delete.ts';
import { readLimits } from '../../accounts/plans/limits.ts';
import type { Records } from '../../records/records.ts';
import type { PaymentRow } from '../../records/tables.ts';
import { balanceOf } from '../ledger.ts';
import { beginTopUp, completePayment } from '../payments.ts';
import { manual, type PaymentProvider, ProviderFailed } from '../provider.ts';
import { enterEvent, readEvent } from '../stripe/events.ts';

const actor = { name: 'us_finance', at: Date.UTC(2026, 10, 21), address: null };

/** The guarantees of payments on every database. */
export function paymentsSuite(open: () => Promise<Records>): void {
  describe('payments', () => {
    let records: Records;
    let clientId: string;
    let begun: PaymentRow[];
    let failing: boolean;

    const stripe: PaymentProvider = {
      name: 'stripe',
      needsPrice: true,
      async begin(payment) {
        if (failing) throw new ProviderFailed('away');
        begun.push(payment);
        return { url: `https://pay.example/${payment.id}` };
      },
    };

    beforeEach(async () => {
      begun = [];
      failing = false;
      records = await open();
      await records.db
        .updateTable('plans')
        .set({ price_amount: 2, price_currency: 'EUR' })
        .where('name', '=', 'free')
        .execute();
      const client = { name: 'Acme', plan: 'free', admin: { name: 'Ann', email: null } };
      ({ clientId } = await createClient(records, actor, client));
    });
    afterEach(() => records.close());

    const topUp = (credits: number, reference: string, provider = stripe) =>
      beginTopUp(records, actor, provider, { clientId, credits, reference, note: null });
    const balance = () => balanceOf(records.db, clientId);

    it('that need no confirmation complete at once, and once per reference', async () => {
      const first = await topUp(500, 'invoice 1', manual('at-once'));
      expect(first).toMatchObject({ begun: true, payment: { state: 'paid', amount: 1_000, currency: 'EUR' } });
      const again = await Promise.all(Array.from({ length: 4 }, () => topUp(500, 'invoice 1', manual('at-once'))));
      expect(again.map(({ begun, payment }) => [begun, payment.id])).toEqual(
        Array.from({ length: 4 }, () => [false, first.payment.id]),
      );
      expect(await balance()).toBe(500);
      await expect(topUp(501, 'invoice 1', manual('at-once'))).rejects.toMatchObject({ code: 'source-taken' });
    });

    it('interrupted by the death of the process resume where they were', async () => {
      failing = true;
      await expect(topUp(500, 'r')).rejects.toThrow(ProviderFailed);
      failing = false;
      expect(await topUp(500, 'r')).toMatchObject({ begun: false, payment: { state: 'pending' } });
      expect(await topUp(500, 'r')).toMatchObject({ payment: { checkout_url: `https://pay.example/${begun[0]?.id}` } });
      expect(begun).toHaveLength(1);
      expect(await balance()).toBe(0);
    });

    it('refuse an invalid number of credits, and credits without a price', async () => {
      for (const credits of [0, -1, 1.5]) {
        await expect(topUp(credits, 'r')).rejects.toMatchObject({ code: 'bad-value' });
      }
      await records.db.updateTable('plans').set({ price_amount: null, price_currency: null }).execute();
      await expect(topUp(5, 'r')).rejects.toMatchObject({ code: 'not-for-sale' });
    });

    describe('reported by Stripe', () => {
      let payment: PaymentRow;

      beforeEach(async () => {
        ({ payment } = await topUp(1_000, 'r'));
      });

      const tell = (type: string, object: object) => {
        const event = readEvent(Buffer.from(JSON.stringify({ id: 'evt', type, data: { object } })));
        if (event === null) throw new Error('not an event');
        const paymentOf = async (intent: string) => (intent === 'pi_1' ? payment.id : null);
        return enterEvent(records, actor, { paymentOf }, event);
      };
      const paid = (more = {}) =>
        tell('checkout.session.completed', {
          payment_status: 'paid',
          amount_total: 2_000,
          currency: 'eur',
          payment_intent: 'pi_1',
          metadata: { payment: payment.id },
          ...more,
        });
      const refunded = (amount_refunded: number) =>
        tell('charge.refunded', { amount: 2_000, amount_refunded, payment_intent: 'pi_1' });
      const dispute = (what: 'withdrawn' | 'reinstated', id = 'dp_1') =>
        tell(`charge.dispute.funds_${what}`, { id, amount: 2_000, payment_intent: 'pi_1' });

      it('are entered once, however often they are reported', async () => {
        const outcomes = await Promise.all([paid(), paid(), paid()]);
        expect(outcomes).toEqual(['entered', 'entered', 'entered']);
        expect(await balance()).toBe(1_000);
        expect((await topUp(1_000, 'r')).payment.state).toBe('paid');
      });

      it('are not entered before they are paid, or for another amount or currency', async () => {
        expect(await paid({ payment_status: 'unpaid' })).toBe('not-paid');
        expect(await paid({ amount_total: 1 })).toBe('amount-differs');
        expect(await paid({ currency: 'jpy' })).toBe('amount-differs');
        expect(await balance()).toBe(0);
      });

      it('are refunded in part and in full, whatever the order of the refunds', async () => {
        await paid();
        await refunded(500);
        expect(await balance()).toBe(750);
        await refunded(2_000);
        await refunded(500);
        await refunded(1_000);
        expect(await balance()).toBe(0);
      });

      it('end in the same state if a dispute is reported before the payment', async () => {
        await dispute('withdrawn');
        expect(await balance()).toBe(-1_000);
        expect(await readLimits(records.db, clientId)).toMatchObject({ granted: -1_000 });
        await paid();
        await dispute('withdrawn');
        expect(await balance()).toBe(0);
      });

      it('are restored when a dispute is won, whichever event comes first', async () => {
        await paid();
        await dispute('reinstated');
        expect(await balance()).toBe(1_000);
        await dispute('withdrawn');
        await dispute('reinstated');
        expect(await balance()).toBe(1_000);
        await dispute('withdrawn', 'dp_2');
        expect(await balance()).toBe(0);
      });

      it('are ignored if they are not ours', async () => {
        expect(await tell('invoice.paid', {})).toBe('not-ours');
        expect(await paid({ metadata: {} })).toBe('not-ours');
        expect(await paid({ metadata: { payment: 'pay_other' } })).toBe('not-ours');
        expect(await tell('charge.refunded', { amount: 1, amount_refunded: 1, payment_intent: 'pi_2' })).toBe(
          'not-ours',
        );
        expect(await balance()).toBe(0);
      });

      it('are entered even if the client has been deleted: paid, refunded, charged back', async () => {
        await deleteClient(records, actor, clientId, 'Acme');
        expect([await paid(), await balance()]).toEqual(['entered', 1_000]);
        expect([await refunded(500), await balance()]).toEqual(['entered', 750]);
        expect([await dispute('withdrawn'), await balance()]).toEqual(['entered', -250]);
        expect([await dispute('reinstated'), await balance()]).toEqual(['entered', 750]);
        await expect(topUp(5, 'another')).rejects.toMatchObject({ code: 'unknown-client' });
      });

      it('do not restore text that the deletion erased', async () => {
        const order = { clientId, credits: 5, reference: 'of Dora', note: 'for Dora' };
        const { payment: read } = await beginTopUp(records, actor, stripe, order);
        await deleteClient(records, actor, clientId, 'Acme');
        // The payment as read before the deletion.
        await records.write((trx) => completePayment(trx, actor, read));
        const left = [
          await records.db.selectFrom('ledger').selectAll().execute(),
          await records.db.selectFrom('payments').selectAll().execute(),
          await records.db.selectFrom('audit').selectAll().execute(),
        ];
        expect(JSON.stringify(left)).not.toContain('Dora');
        expect(await balance()).toBe(5);
      });
    });

    it.each([
      ['invalid JSON', '{'],
      ['no type', '{"data":{}}'],
      ['a known event without its object', '{"type":"charge.refunded"}'],
      ['an invalid amount', '{"type":"charge.refunded","data":{"object":{"amount":"1","amount_refunded":1}}}'],
    ])('refuse an event with %s', (_name, text) => {
      expect(readEvent(Buffer.from(text))).toBeNull();
    });
  });
}
