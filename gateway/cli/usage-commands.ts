import { findClient } from '../accounts/find-client.ts';
import { checkpointedThrough, readMarks } from '../usage/checkpoint-marks.ts';
import { monthUsage, type UsageLine, usageBy } from '../usage/report.ts';
import { isoTime } from '../values/instant.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { month as monthOf } from './values.ts';

export const usageCommands: readonly Command[] = [
  {
    name: 'usage',
    parameters: ['client'],
    options: { month: 'UTC month such as 2026-11 (default: this month)' },
    summary: 'Shows a client’s usage in a month, and how recent it is.',
    async run({ records, actor, words: [reference = ''], options }) {
      const asOf = isoTime(checkpointedThrough(await readMarks(records.db), actor.at));
      const month = monthOf(options.month ?? new Date(actor.at).toISOString().slice(0, 7));
      const client = await findClient(records.db, reference);
      const units = await monthUsage(records.db, client.id, month);
      const keys = await usageBy(records.db, client.id, month, 'key');
      const days = await usageBy(records.db, client.id, month, 'day');
      const calculators = await usageBy(records.db, client.id, month, 'calculator');
      return {
        text: [
          `${client.name} (${client.id}) in ${month}: ${units.used} units, of which ${units.included} included and ${units.overage} overage; ${units.credits} credits taken.`,
          lines('KEY', keys),
          lines('DAY', days),
          lines('CALCULATOR', calculators),
          `Includes every call counted before ${asOf}.`,
        ].join('\n\n'),
        json: { client: client.id, month, units, keys, days, calculators, as_of: asOf },
      };
    },
  },
];

function lines(heading: string, usage: readonly UsageLine[]): string {
  return table(
    [heading, 'CALLS', 'UNITS', '4XX', '5XX', 'REFUSED'],
    usage.map((line) => [line.name, line.calls, line.units, line.clientErrors, line.serverErrors, line.refused]),
  );
}
