import type { Records } from '../../records/records.ts';
import type { AccountMail, EnqueueAccountMail } from '../account-mail.ts';
import { createClient } from '../clients/clients.ts';
import { createKey, type IssuedKey, type NewKey } from '../keys/keys.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const DAY = 86_400_000;

/** The actor of changes made by a client's admin. */
export function actorOf(userId: string, at = NOW) {
  return { name: userId, at, address: '192.0.2.7' };
}

/** A client with its admin, for account tests. */
export interface TestClient {
  readonly clientId: string;
  readonly userId: string;
  newKey(other?: Partial<NewKey>): Promise<IssuedKey>;
}

export async function newClient(records: Records, name: string, plan = 'starter'): Promise<TestClient> {
  const cli = { name: 'cli', at: NOW, address: null };
  const admin = { name: `${name} admin`, email: null };
  const { clientId, userId } = await createClient(records, cli, { name, plan, admin });
  return {
    clientId,
    userId,
    newKey: (other = {}) =>
      createKey(records, cli, {
        clientId,
        userId: null,
        name: `${name} key`,
        environment: 'live',
        expiresAt: null,
        calculators: null,
        cap: null,
        ...other,
      }),
  };
}

/** Collects the queued mails. */
export interface TestMails {
  readonly sent: AccountMail[];
  readonly enqueueMail: EnqueueAccountMail;
}

export function newMails(): TestMails {
  const sent: AccountMail[] = [];
  return {
    sent,
    enqueueMail: async (_trx, mail) => {
      sent.push(mail);
    },
  };
}
