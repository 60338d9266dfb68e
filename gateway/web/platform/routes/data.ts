import { z } from 'zod';
import { changeClientSettings } from '../../../accounts/clients/client-settings.ts';
import { requireClient } from '../../../accounts/find-client.ts';
import { deleteClient } from '../../../accounts/offboarding/client-delete.ts';
import { ADMIN_ONLY, ALL_ROLES } from '../../../accounts/role-access.ts';
import { isoTime } from '../../../values/instant.ts';
import { LONGEST_TYPED_NAME } from '../../../values/plain-text.ts';
import { plainName, text } from '../fields.ts';
import { readLong } from '../long-reads/long-reads.ts';
import { type AuthenticatedRequest, route } from '../route.ts';
import { ownMarketplaces } from './marketplaces.ts';

/** Whether developers have something of their own, as far as the admin allows it. */
const forDevelopers = z.enum(['none', 'own']);

const clientAnswer = z.object({
  id: z.string(),
  name: z.string(),
  developer_usage: forDevelopers,
  developer_keys: forDevelopers,
  created_at: z.iso.datetime(),
  marketplaces: z.array(z.string()),
});

async function clientBody(visit: AuthenticatedRequest): Promise<z.output<typeof clientAnswer>> {
  const client = await requireClient(visit.records.db, visit.caller.clientId);
  const { id, name, developer_usage, developer_keys, created_at } = client;
  const marketplaces = ownMarketplaces(visit).map((one) => one.name);
  return { id, name, developer_usage, developer_keys, created_at: isoTime(created_at), marketplaces };
}

const read = route({
  name: 'readClient',
  group: 'account',
  method: 'GET',
  path: '/platform/v1/client',
  access: ALL_ROLES,
  status: 200,
  answer: clientAnswer,
  handle: async (visit) => ({ body: await clientBody(visit) }),
});

const change = route({
  name: 'changeClient',
  group: 'account',
  method: 'PATCH',
  path: '/platform/v1/client',
  access: ADMIN_ONLY,
  sessionOnly: true,
  body: z
    .strictObject({
      name: plainName.exactOptional(),
      developer_usage: forDevelopers.exactOptional(),
      developer_keys: forDevelopers.exactOptional(),
    })
    .meta({ example: { developer_usage: 'own', developer_keys: 'none' } }),
  status: 200,
  answer: clientAnswer,
  async handle({ body: { developer_usage, developer_keys, ...rest }, ...visit }) {
    const { records, actor, caller } = visit;
    const asked = {
      ...rest,
      ...(developer_usage === undefined ? {} : { developerUsage: developer_usage }),
      ...(developer_keys === undefined ? {} : { developerKeys: developer_keys }),
    };
    await changeClientSettings(records, actor, caller.clientId, asked);
    return { body: await clientBody(visit) };
  },
});

const exportAll = route({
  name: 'exportClient',
  group: 'account',
  method: 'GET',
  path: '/platform/v1/client/export',
  access: ADMIN_ONLY,
  sessionOnly: true,
  status: 200,
  answer: 'application/json',
  problems: ['too-many-exports'],
  async handle({ exports, records, caller: { clientId }, at, retention }) {
    const asked = { clientId, now: at, retention };
    const parts = await exports.open(clientId, () => readLong(records, { read: 'client', asked }));
    return { file: 'vitalgate.json', parts };
  },
});

const remove = route({
  name: 'deleteClient',
  group: 'account',
  method: 'POST',
  path: '/platform/v1/client/deletion',
  access: ADMIN_ONLY,
  sessionOnly: true,
  body: z.strictObject({ confirm: text(LONGEST_TYPED_NAME) }).meta({ example: { confirm: 'Acme' } }),
  status: 204,
  answer: null,
  async handle({ records, actor, caller, body }) {
    await deleteClient(records, actor, caller.clientId, body.confirm);
    return { body: null };
  },
});

/** The client: its settings, the export of its data, and its deletion. */
export const dataRoutes = [read, change, exportAll, remove];
