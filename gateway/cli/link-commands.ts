import { createSetupLink } from '../accounts/links/setup-link.ts';
import { AccountError } from '../records/account-error.ts';
import type { Command } from './command.ts';
import { when } from './table.ts';

export const linkCommands: readonly Command[] = [
  {
    name: 'user link',
    parameters: ['user id'],
    options: {},
    summary: 'Creates a link that sets a user’s password, and the sign-in address if the user has none yet.',
    async run({ records, actor, words: [id = ''] }) {
      const link = await records.write(async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select(['id', 'client_id'])
          .where('id', '=', id)
          .where('kind', '=', 'person')
          .where('state', '=', 'active')
          .executeTakeFirst();
        if (user === undefined) throw new AccountError('unknown-user', `There is no active user "${id}"`);
        return createSetupLink(trx, actor, { clientId: user.client_id, userId: user.id }, 'set-password');
      });
      const path = `/set-password#${link.token}`;
      return {
        text: `The link works once, until ${when(link.expiresAt)}. Append this path to the address of the gateway:\n${path}`,
        json: { user: id, path, expiresAt: link.expiresAt },
      };
    },
  },
];
