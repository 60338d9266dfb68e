import { readLoggedCalls } from '../billing/reconciliation/logged-calls.ts';
import { type Difference, reconcile } from '../billing/reconciliation/reconcile.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { month as monthOf } from './values.ts';

/** The places of each comparison, as the headings of its two figures. */
const PLACES: Readonly<Record<Difference['comparison'], readonly [string, string]>> = {
  usage: ['usage rows', 'checkpoint'],
  counters: ['live counters', 'checkpoint'],
  credits: ['credits taken', 'credits of all months'],
  settled: ['settled counts', 'checkpoint'],
  ledger: ['settlements in the ledger', 'credits of the month'],
  statement: ['statements', 'checkpoint'],
  'call log': ['calls in the log', 'counted calls'],
  journals: ['calls in journals', 'expected'],
};

export const reconcileCommands: readonly Command[] = [
  {
    name: 'reconcile',
    parameters: [],
    options: {
      month: 'UTC month such as 2026-11 (default: this month)',
      'call-log': 'file with the gateway’s log of the month; its answered calls are compared too',
    },
    summary: 'Compares everything that counts calls, and names each difference that lasts for 15 seconds.',
    async run({ records, actor, options, counters }) {
      const month = monthOf(options.month ?? new Date(actor.at).toISOString().slice(0, 7));
      const file = options['call-log'];
      const logged = file === undefined ? undefined : await readLoggedCalls(file, month);
      const live = await counters();
      try {
        const differences = await reconcile({
          ...{ db: records.db, month },
          ...(live && { counters: live }),
          ...(logged && { logged }),
        });
        const compared = live === null ? 'There are no counters yet.' : null;
        const found = differences.length === 0 ? `No differences in ${month}.` : differenceTable(differences);
        return {
          text: [found, compared].filter((part) => part !== null).join('\n\n'),
          json: { month, counters: live !== null, differences },
        };
      } finally {
        await live?.close();
      }
    },
  },
];

function differenceTable(differences: readonly Difference[]): string {
  return table(
    ['CLIENT', 'COMPARED', 'LEFT', 'RIGHT', 'DIFFERENCE'],
    differences.map(({ client, comparison, left, right }) => {
      const [one, other] = PLACES[comparison];
      return [client ?? 'all', `${one} : ${other}`, left, right, left - right];
    }),
  );
}
