import { findClient } from '../accounts/find-client.ts';
import { addCredits } from '../billing/ledger.ts';
import { type Command, UsageError } from './command.ts';
import { count } from './values.ts';

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
];
