import { changeClientSettings } from '../../gateway/accounts/clients/client-settings.ts';
import { createClient } from '../../gateway/accounts/clients/clients.ts';
import { createKey } from '../../gateway/accounts/keys/keys.ts';
import { beginSession } from '../../gateway/accounts/sessions/sessions.ts';
import { createUser } from '../../gateway/accounts/users/user-create.ts';
import type { Records } from '../../gateway/records/records.ts';
import type { Role } from '../../gateway/records/tables.ts';

/** A user of a tenant, who calls by key or by session. */
export interface Person {
  readonly role: Role;
  readonly userId: string;
  readonly key: { readonly id: string; readonly text: string };
  readonly session: { readonly id: string; readonly token: string };
}

/** A client whose platform routes are called, which may damage it. Its calculators are never called. */
export interface Tenant {
  readonly at: number;
  readonly clientId: string;
  readonly people: readonly Person[];
  /** Ids of its records, including those that calls have created. */
  readonly ids: Set<string>;
}

/** The number of remembered ids per tenant. */
const MOST_IDS = 200;

export async function newTenant(records: Records, at: number): Promise<Tenant> {
  const actor = { name: 'fuzz', at: Date.now(), address: null };
  const admin = { name: 'Ann', email: `ann${at}@example.com` };
  const client = await createClient(records, actor, { name: `Tenant ${at}`, plan: 'free', admin });
  const { clientId, userId } = client;
  await changeClientSettings(records, actor, clientId, { developerKeys: 'own' });
  const session = (id: string) => records.write((trx) => beginSession(trx, actor, { id, client_id: clientId }, 'fuzz'));
  const anything = { name: 'k', environment: 'live', expiresAt: null, calculators: null, cap: null } as const;
  const people: Person[] = [
    {
      role: 'admin',
      userId,
      key: await createKey(records, actor, { clientId, userId, ...anything }),
      session: await session(userId),
    },
  ];
  for (const role of ['developer', 'finance'] as const) {
    const input = { clientId, name: role, role, email: null, language: 'en' } as const;
    const user = await createUser(records, actor, async () => undefined, input);
    people.push({ role, userId: user.userId, key: user.key, session: await session(user.userId) });
  }
  const ids = people.flatMap((person) => [person.userId, person.key.id, person.session.id]);
  return { at, clientId, people, ids: new Set([clientId, ...ids]) };
}

/** Ids in the format of the records. */
export const RECORD_ID = /\b(?:cl|us|key|se|app|pay)_[0-9A-Za-z]{22}\b/g;

/** Remembers the records in a tenant's answer. */
export function learnIds({ ids }: Tenant, body: string): void {
  for (const [id] of body.matchAll(RECORD_ID)) {
    if (ids.size >= MOST_IDS) return;
    ids.add(id);
  }
}
