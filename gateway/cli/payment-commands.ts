import { findClient } from '../accounts/find-client.ts';
import { balanceOf } from '../billing/ledger.ts';
import { confirmPayment, rejectPayment } from '../billing/payment-confirm.ts';
import { listPayments } from '../billing/payment-list.ts';
import type { PaymentRow } from '../records/tables.ts';
import { type Command, UsageError } from './command.ts';
import { pageTable, when } from './table.ts';
import { PAGING, page } from './values.ts';

const STATES = ['pending', 'paid', 'failed', 'refunded', 'disputed'] as const;

export const paymentCommands: readonly Command[] = [
  {
    name: 'payment list',
    parameters: [],
    options: {
      client: 'only payments of this client',
      state: `only payments in this state: ${STATES.join(', ')}`,
      ...PAGING,
    },
    summary: 'Lists payments, newest first.',
    async run({ records: { db }, options }) {
      const state = STATES.find((one) => one === options.state);
      if (options.state !== undefined && state === undefined) {
        throw new UsageError(`--state must be one of ${STATES.join(', ')}, not "${options.state}"`);
      }
      const client = options.client === undefined ? null : await findClient(db, options.client);
      const filter = { ...(client && { clientId: client.id }), ...(state && { state }) };
      const found = await listPayments(db, filter, page(options));
      const headings = ['PAYMENT', 'CLIENT', 'ORDERED', 'PROVIDER', 'STATE', 'CREDITS', 'PRICE', 'REFERENCE'];
      const text = pageTable(headings, found, (payment) => [
        ...[payment.id, payment.client_id, when(payment.created_at), payment.provider, payment.state],
        ...[payment.credits, priceOf(payment), payment.reference],
      ]);
      return { text, json: { payments: found.items.map(shown), next: found.next } };
    },
  },
  {
    name: 'payment confirm',
    parameters: ['payment'],
    options: {},
    summary: 'Confirms that a manual payment was received, and adds its credits.',
    async run({ records, actor, words: [id = ''] }) {
      const payment = await confirmPayment(records, actor, id);
      const balance = await balanceOf(records.db, payment.client_id);
      return {
        text: `Payment ${id} is confirmed: ${payment.credits} credits for ${payment.client_id}. Balance: ${balance} credits.`,
        json: { payment: shown(payment), balance },
      };
    },
  },
  {
    name: 'payment reject',
    parameters: ['payment'],
    options: {},
    summary: 'Rejects a pending manual payment: no credits are added.',
    async run({ records, actor, words: [id = ''] }) {
      const payment = await rejectPayment(records, actor, id);
      return { text: `Payment ${id} is rejected.`, json: { payment: shown(payment) } };
    },
  },
];

function priceOf({ amount, currency }: PaymentRow): string {
  return amount === null ? '-' : `${amount} ${currency}`;
}

function shown({ id, client_id: client, provider, reference, note, credits, amount, currency, state }: PaymentRow) {
  return { id, client, provider, reference, note, credits, amount, currency, state };
}
