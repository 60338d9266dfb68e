import { type AuditEntry, type AuditFilter, listAudit } from '../accounts/audit/audit-list.ts';
import { findClient } from '../accounts/find-client.ts';
import type { Command } from './command.ts';
import { pageTable, when } from './table.ts';
import { PAGING, page } from './values.ts';

export const auditCommands: readonly Command[] = [
  {
    name: 'audit',
    parameters: ['client'],
    options: {
      action: 'an action such as key.revoke, or a group such as key',
      record: 'id of the changed record',
      ...PAGING,
    },
    summary: 'Lists the audit log of a client, newest first.',
    async run({ records, words: [reference = ''], options }) {
      const { action, record } = options;
      const { id } = await findClient(records.db, reference);
      const filter: AuditFilter = {
        ...(action === undefined ? {} : { action }),
        ...(record === undefined ? {} : { record }),
      };
      const found = await listAudit(records.db, id, filter, { ...page(options), first: 'newest' });
      return {
        text: pageTable(['TIME', 'ACTOR', 'ACTION', 'RECORD', 'AFTER'], found, rowOf),
        json: { entries: found.items, next: found.next },
      };
    },
  },
];

function rowOf({ at, actor, action, record, after }: AuditEntry): string[] {
  return [when(at), actor, action, record.id, after === null ? '-' : JSON.stringify(after)];
}
