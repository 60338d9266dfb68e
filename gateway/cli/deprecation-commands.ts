import { deprecatedUsage } from '../usage/deprecated-usage.ts';
import type { Command } from './command.ts';
import { pageTable } from './table.ts';
import { month as monthOf, PAGING, page } from './values.ts';

export const deprecationCommands: readonly Command[] = [
  {
    name: 'deprecated',
    parameters: [],
    options: { month: 'UTC month such as 2026-11 (default: this month)', ...PAGING },
    summary: 'Lists who still calls the routes that DEPRECATIONS_FILE marks as deprecated.',
    async run({ records, actor, options, deprecated }) {
      const month = monthOf(options.month ?? new Date(actor.at).toISOString().slice(0, 7));
      const names = await deprecated();
      const found = await deprecatedUsage(records.db, names, month, page(options));
      const headings = ['CLIENT', 'NAME', 'KEY', 'ENDPOINT', 'CALLS', 'REFUSED'];
      return {
        text:
          names.length === 0
            ? 'No route is deprecated.'
            : pageTable(headings, found, ({ client, clientName, keyName, name, calls, refused }) => {
                return [client, clientName, keyName, name, calls, refused];
              }),
        json: { month, names, callers: found.items, next: found.next },
      };
    },
  },
];
