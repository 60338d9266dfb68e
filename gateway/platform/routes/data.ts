import { z } from 'zod';
import { deleteClient } from '../../accounts/client-delete.ts';
import { type ClientSettings, changeClientSettings, readClientSettings } from '../../accounts/client-settings.ts';
import { readLong } from '../../accounts/long-reads.ts';
import { ADMIN_ALONE, EVERYBODY } from '../access.ts';
import { name } from '../fields.ts';
import { route } from '../route.ts';

const developerUsage = z.enum(['none', 'own']);

const clientAnswer = z.object({ id: z.string(), name: z.string(), developer_usage: developerUsage });

function clientBody(id: string, { name, developerUsage }: ClientSettings): z.output<typeof clientAnswer> {
  return { id, name, developer_usage: developerUsage };
}

const read = route({
  name: 'readClient',
  group: 'account',
  method: 'GET',
  path: '/platform/v1/client',
  access: EVERYBODY,
  status: 200,
  answer: clientAnswer,
  async handle({ records, caller: { clientId } }) {
    return { body: clientBody(clientId, await readClientSettings(records.db, clientId)) };
  },
});

const change = route({
  name: 'changeClient',
  group: 'account',
  method: 'PATCH',
  path: '/platform/v1/client',
  access: ADMIN_ALONE,
  sessionOnly: true,
  body: z
    .strictObject({ name: name.exactOptional(), developer_usage: developerUsage.exactOptional() })
    .meta({ example: { developer_usage: 'own' } }),
  status: 200,
  answer: clientAnswer,
  async handle({ records, actor, caller: { clientId }, body: { developer_usage, ...rest } }) {
    const asked = { ...rest, ...(developer_usage === undefined ? {} : { developerUsage: developer_usage }) };
    return { body: clientBody(clientId, await changeClientSettings(records, actor, clientId, asked)) };
  },
});

const exportAll = route({
  name: 'exportClient',
  group: 'account',
  method: 'GET',
  path: '/platform/v1/client/export',
  access: ADMIN_ALONE,
  sessionOnly: true,
  status: 200,
  answer: 'application/json',
  async handle({ records, caller: { clientId }, at }) {
    return { file: 'vitalgate.json', parts: readLong(records, { read: 'client', asked: { clientId, now: at } }) };
  },
});

const remove = route({
  name: 'deleteClient',
  group: 'account',
  method: 'POST',
  path: '/platform/v1/client/deletion',
  access: ADMIN_ALONE,
  sessionOnly: true,
  body: z.strictObject({ confirm: z.string().max(200) }).meta({ example: { confirm: 'Acme' } }),
  status: 204,
  answer: null,
  async handle({ records, actor, caller, body }) {
    await deleteClient(records, actor, caller.clientId, body.confirm);
    return { body: null };
  },
});

/** The client itself: its settings, all of its data, its end. */
export const dataRoutes = [read, change, exportAll, remove];
