import { createClient } from '../accounts/clients.ts';
import type { Command } from './command.ts';

export const clientCommands: readonly Command[] = [
  {
    name: 'client create',
    parameters: ['name'],
    options: { plan: 'plan (free)' },
    summary: 'Creates a client with its admin user.',
    async run({ records, actor, words: [name = ''], options: { plan = 'free' } }) {
      const created = await createClient(records, actor, { name, plan, admin: { name: 'Admin', email: null } });
      return {
        text: `Client ${created.clientId} (${name}) is on the plan ${plan}. Its first key: key create ${created.clientId}`,
        json: { client: created.clientId, admin: created.userId, name, plan },
      };
    },
  },
];
