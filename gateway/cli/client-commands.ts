import { createClient } from '../accounts/clients/clients.ts';
import { findClient } from '../accounts/find-client.ts';
import { deleteClient } from '../accounts/offboarding/client-delete.ts';
import { exportClient } from '../accounts/offboarding/client-export.ts';
import { type Command, UsageError } from './command.ts';

export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    parameters: ['name'],
    options: { plan: 'plan of the client (default: free)' },
    summary: 'Creates a client and its admin user.',
    async run({ records, actor, words: [name = ''], options: { plan = 'free' } }) {
      const created = await createClient(records, actor, { name, plan, admin: { name: 'Admin', email: null } });
      return {
        text: `Client ${created.clientId} (${name}) is on the plan ${plan}. Create its first key with: npm run cli -- key create ${created.clientId}`,
        json: { client: created.clientId, admin: created.userId, name, plan },
      };
    },
  },
  {
    name: 'client export',
    parameters: ['client'],
    options: {},
    summary: 'Prints all data stored about a client as JSON, without secrets.',
    async run({ records, actor, retention, words: [reference = ''] }) {
      const { id: clientId } = await findClient(records.db, reference);
      const asked = { clientId, now: actor.at, retention: retention() };
      const parts = () => exportClient(records.db, asked);
      return { text: parts(), json: parts() };
    },
  },
  {
    name: 'client delete',
    parameters: ['client'],
    options: { confirm: 'the client’s name, to confirm the deletion' },
    summary: 'Deletes a client permanently: its keys are revoked and personal data is erased; ledger and usage stay.',
    async run({ records, actor, words: [reference = ''], options: { confirm } }) {
      const { id, name } = await findClient(records.db, reference);
      if (confirm === undefined)
        throw new UsageError(`Nothing was deleted. To confirm the deletion, add: --confirm "${name}"`);
      await deleteClient(records, actor, id, confirm);
      return { text: `Client ${id} is deleted.`, json: { client: id, deleted: true } };
    },
  },
];
