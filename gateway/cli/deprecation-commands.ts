import { deprecatedUsage } from '../deprecation/deprecated-usage.ts';
import type { Command } from './command.ts';
import { table } from './table.ts';
import { month as monthOf } from './values.ts';

export const deprecationCommands: readonly Command[] = [
  {
    name: 'deprecated',
    parameters: [],
    options: { month: 'UTC month such as 2026-11 (this month)' },
    summary: 'Shows who still calls what DEPRECATIONS says is on its way out.',
    async run({ records, actor, options, deprecated }) {
      const month = monthOf(options.month ?? new Date(actor.at).toISOString().slice(0, 7));
      const names = await deprecated();
      const callers = await deprecatedUsage(records.db, names, month);
      const rows = callers.map(({ client, clientName, keyName, name, calls, refused }) => [
        client,
        clientName,
        keyName,
        name,
        calls,
        refused,
      ]);
      return {
        text:
          names.length === 0
            ? 'Nothing is deprecated.'
            : table(['CLIENT', 'NAME', 'KEY', 'ENDPOINT', 'CALLS', 'REFUSED'], rows),
        json: { month, names, callers },
      };
    },
  },
];
