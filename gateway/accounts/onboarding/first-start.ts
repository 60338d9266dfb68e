import type { Records } from '../../records/records.ts';
import { type CreatedClient, createClientWithin } from '../clients/clients.ts';
import { createKeyWithin, type IssuedKey } from '../keys/keys.ts';
import { createSetupLink, type SetupLink } from '../links/setup-link.ts';

/** What the first start prints; it cannot be displayed again. */
export interface FirstStart extends CreatedClient {
  readonly key: IssuedKey;
  readonly setup: SetupLink;
}

/**
 * Gives an empty installation its first client, on the plan `local`, with an admin, a live key and a link that sets the
 * admin's password. Returns `null` if a client exists. When several processes start at once, one gets the key: checking
 * and writing are one serialized change.
 */
export function firstStart(records: Records, now: number): Promise<FirstStart | null> {
  return records.write(async (trx) => {
    if ((await trx.selectFrom('clients').select('id').limit(1).executeTakeFirst()) !== undefined) {
      return null;
    }
    const actor = { name: 'start', at: now, address: null };
    const created = await createClientWithin(trx, actor, {
      name: 'Vitalgate',
      plan: 'local',
      admin: { name: 'Admin', email: null },
    });
    const key = await createKeyWithin(trx, actor, {
      ...created,
      name: 'First key',
      environment: 'live',
      expiresAt: null,
      calculators: null,
      cap: null,
    });
    return { ...created, key, setup: await createSetupLink(trx, actor, created, 'set-password') };
  });
}
