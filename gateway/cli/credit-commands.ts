import { findClient } from '../accounts/find-client.ts';
import { setHardStop } from '../billing/hard-stop.ts';
import { addCredits } from '../billing/ledger.ts';
import { readStatement, statementCsv } from '../billing/statement.ts';
import { type Command, UsageError } from './command.ts';
import { count, month as monthOf, PAGING, page } from './values.ts';

export const creditCommands: readonly Command[] = [
  {
    name: 'credits add',
    parameters: ['client', 'amount'],
    options: { source: 'unique reference such as an invoice number (required)', note: 'note on the statement' },
    summary: 'Adds credits to a client; repeating the same source changes nothing.',
    async run({ records, actor, words: [reference = '', amount = ''], options: { source, note = null } }) {
      if (source === undefined || source.trim() === '') {
        throw new UsageError('--source is required: it prevents a repeated command from adding the credits twice');
      }
      const credits = count('<amount>', amount);
      if (credits === 0) {
        throw new UsageError('<amount> must be a whole number greater than 0');
      }
      const client = await findClient(records.db, reference);
      // A separate prefix, so that a reference typed here never collides with a payment or a settled month.
      const topUp = { clientId: client.id, credits, source: `manual:${source.trim()}`, note };
      const { entryId, entered, balance } = await addCredits(records, actor, topUp);
      return {
        text: entered
          ? `${client.name} received ${credits} credits. Balance: ${balance} credits.`
          : `The source ${source} already exists: nothing changed. Balance of ${client.name}: ${balance} credits.`,
        json: { client: client.id, entry: entryId, entered, balance },
      };
    },
  },
  {
    name: 'credits stop',
    parameters: ['client', 'units'],
    options: {},
    summary: 'Sets the client’s hard stop in units per month, or removes it with "none".',
    async run({ records, actor, words: [reference = '', units = ''] }) {
      const client = await findClient(records.db, reference);
      const asked = units === 'none' ? null : count('<units>', units);
      const { own, ceiling } = await setHardStop(records, actor, client.id, asked);
      const stop = ceiling === null ? 'has no hard stop' : `stops at ${ceiling} units per month`;
      return { text: `${client.name} ${stop}.`, json: { client: client.id, own, ceiling } };
    },
  },
  {
    name: 'credits statement',
    parameters: ['client', 'month'],
    options: { limit: 'with --json: entries per page (default: 50)', cursor: PAGING.cursor },
    summary: 'Prints the statement of a month such as 2026-11: all entries as CSV, or one page with --json.',
    async run({ records, words: [reference = '', month = ''], options }) {
      const client = await findClient(records.db, reference);
      const { entries, ...frame } = await readStatement(records.db, client.id, monthOf(month), page(options));
      return {
        text: statementCsv(records.db, client.id, month),
        json: { client: client.id, ...frame, entries: entries.items, next: entries.next },
      };
    },
  },
];
