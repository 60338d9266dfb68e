import { z } from 'zod';
import { listAudit } from '../../../accounts/audit/audit-list.ts';
import { ADMIN_ONLY } from '../../../accounts/role-access.ts';
import { isoTime } from '../../../values/instant.ts';
import { instant, paging, text } from '../fields.ts';
import { readLong } from '../long-reads/long-reads.ts';
import { type AuthenticatedRequest, route } from '../route.ts';

const filter = {
  action: z
    .string()
    .max(64)
    .regex(/^[a-z-]+(\.[a-z_-]+)?$/)
    .exactOptional(),
  record: text(64).exactOptional(),
  actor: text(64).exactOptional(),
  from: instant.exactOptional(),
  to: instant.exactOptional(),
};
const filterOnly = z.strictObject(filter);

const entryAnswer = z.object({
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  record: z.object({ kind: z.string(), id: z.string() }),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string().nullable(),
});

const list = route({
  name: 'listAudit',
  group: 'audit',
  method: 'GET',
  path: '/platform/v1/audit',
  access: ADMIN_ONLY,
  query: z.strictObject({ ...filter, ...paging }),
  status: 200,
  answer: z.object({ entries: z.array(entryAnswer), next: z.string().nullable() }),
  async handle({ records, caller, query: { limit, cursor = null, ...asked } }) {
    const page = { limit, cursor, first: 'newest' } as const;
    const { items, next } = await listAudit(records.db, caller.clientId, asked, page);
    return { body: { entries: items.map((entry) => ({ ...entry, at: isoTime(entry.at) })), next } };
  },
});

const exportCsv = route({
  name: 'exportAuditCsv',
  group: 'audit',
  method: 'GET',
  path: '/platform/v1/audit.csv',
  access: ADMIN_ONLY,
  sessionOnly: true,
  query: filterOnly,
  status: 200,
  answer: 'text/csv; charset=utf-8',
  problems: ['too-many-exports'],
  handle: async (call) => ({ file: 'audit.csv', parts: await exported(call, call.query, 'csv') }),
});

const exportLines = route({
  name: 'exportAuditLines',
  group: 'audit',
  method: 'GET',
  path: '/platform/v1/audit.jsonl',
  access: ADMIN_ONLY,
  sessionOnly: true,
  query: filterOnly,
  status: 200,
  answer: 'application/jsonl',
  problems: ['too-many-exports'],
  handle: async (call) => ({ file: 'audit.jsonl', parts: await exported(call, call.query, 'jsonl') }),
});

type Asked = z.output<typeof filterOnly>;

function exported(
  { exports, records, caller: { clientId } }: AuthenticatedRequest,
  asked: Asked,
  format: 'csv' | 'jsonl',
): Promise<AsyncIterable<string>> {
  const order = { read: 'audit', asked: { clientId, filter: asked, format } } as const;
  return exports.open(clientId, () => readLong(records, order));
}

/** The audit: who changed what. */
export const auditRoutes = [list, exportCsv, exportLines];
