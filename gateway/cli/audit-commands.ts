import { type AuditEntry, type AuditFilter, listAudit } from '../accounts/audit-list.ts';
import { findClient } from '../accounts/find-client.ts';
import type { Command } from './command.ts';
import { table, when } from './table.ts';
import { count } from './values.ts';

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    parameters: ['client'],
    options: {
      action: 'key.revoke, or all of key',
      record: 'id of what was changed',
      limit: 'how many lines, the newest (50)',
    },
    summary: 'Shows who changed what of a client.',
    async run({ records, words: [reference = ''], options: { action, record, limit = '50' } }) {
      const { id } = await findClient(records.db, reference);
      const filter: AuditFilter = {
        ...(action === undefined ? {} : { action }),
        ...(record === undefined ? {} : { record }),
      };
      const page = { limit: count('--limit', limit), cursor: null, first: 'newest' } as const;
      const { items: entries } = await listAudit(records.db, id, filter, page);
      return { text: table(['TIME', 'ACTOR', 'ACTION', 'RECORD', 'AFTER'], entries.map(rowOf)), json: { entries } };
    },
  },
];

function rowOf({ at, actor, action, record, after }: AuditEntry): string[] {
  return [when(at), actor, action, record.id, after === null ? '-' : JSON.stringify(after)];
}
