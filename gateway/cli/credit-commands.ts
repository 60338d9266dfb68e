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
    options: { source: 'unique reference, such as an invoice number (required)', note: 'a remark' },
    summary: 'Gives a client credits; the same source again does nothing.',
    async run({ records, actor, words: [reference = '', amount = ''], options: { source, note = null } }) {
      if (source === undefined || source.trim() === '') {
        throw new UsageError('--source is required: it keeps a repeated command from giving the credits twice');
      }
      const credits = count('<amount>', amount);
      if (credits === 0) {
        throw new UsageError('<amount> takes a whole number above 0');
      }
      const client = await findClient(records.db, reference);
      // A name space of its own: no reference typed here can stand in the way of a payment or of a settled month.
      const topUp = { clientId: client.id, credits, source: `manual:${source.trim()}`, note };
      const { entryId, entered, balance } = await addCredits(records, actor, topUp);
      return {
        text: entered
          ? `${client.name} got ${credits} credits and has ${balance}.`
          : `The source ${source} was entered before: nothing changed. ${client.name} has ${balance} credits.`,
        json: { client: client.id, entry: entryId, entered, balance },
      };
    },
  },
  {
    name: 'credits stop',
    parameters: ['client', 'units'],
    options: {},
    summary: 'Sets the most units a month that a client may use whatever is left, or none.',
    async run({ records, actor, words: [reference = '', units = ''] }) {
      const client = await findClient(records.db, reference);
      const asked = units === 'none' ? null : count('<units>', units);
      const { own, ceiling } = await setHardStop(records, actor, client.id, asked);
      const where = ceiling === null ? 'nowhere' : `at ${ceiling} units a month`;
      return { text: `${client.name} stops ${where}.`, json: { client: client.id, own, ceiling } };
    },
  },
  {
    name: 'credits statement',
    parameters: ['client', 'month'],
    options: { limit: 'with --json: how many entries (50)', cursor: PAGING.cursor },
    summary: 'Writes the statement of a month, such as 2026-11: as CSV with all entries, with --json page by page.',
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
