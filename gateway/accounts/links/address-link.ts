import { z } from 'zod';
import type { Change, Reader } from '../../records/records.ts';
import { randomBase62 } from '../../values/base62.ts';
import { hashKey } from '../keys/key-format.ts';
import type { SetupLink } from './setup-link.ts';

/** How long a link mailed to an address is valid. */
const ADDRESS_LINK_MS = 24 * 60 * 60 * 1_000;

/** Open links per address; a further link ends the oldest one. */
export const MOST_ADDRESS_LINKS = 5;

/** What a link that proves an address does: opens an account, or changes a user's address. */
const linkPurpose = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('sign-up'), name: z.string(), account: z.string() }),
  z.strictObject({ purpose: z.literal('email'), userId: z.string() }),
]);
export type LinkPurpose = Readonly<z.infer<typeof linkPurpose>>;

export interface AddressLink {
  readonly email: string;
  readonly link: LinkPurpose;
}

/**
 * Creates a link to be mailed to an address; using it proves that the holder can read mail there. Only its hash is
 * stored.
 */
export async function createAddressLink(trx: Change, at: number, { email, link }: AddressLink): Promise<SetupLink> {
  const token = randomBase62(32, 43);
  const expiresAt = at + ADDRESS_LINK_MS;
  await trx.deleteFrom('address_links').where('expires_at', '<=', at).execute();
  await keepLatestLinks(trx, email);
  await trx
    .insertInto('address_links')
    .values({
      hash: hashKey(token),
      email,
      user_id: link.purpose === 'email' ? link.userId : null,
      details: JSON.stringify(link),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return { token, expiresAt };
}

/** Ends the oldest links to an address to make room for one more. */
async function keepLatestLinks(trx: Change, email: string): Promise<void> {
  await trx
    .deleteFrom('address_links')
    .where('email', '=', email)
    .where('hash', 'not in', (eb) =>
      eb
        .selectFrom('address_links')
        .select('hash')
        .where('email', '=', email)
        .where('used_at', 'is', null)
        .orderBy('expires_at', 'desc')
        .orderBy('hash')
        .limit(MOST_ADDRESS_LINKS - 1),
    )
    .execute();
}

/** Reads an open link; `null` if the link does not exist, was used or has expired. */
export async function readAddressLink(db: Reader, token: string, at: number): Promise<AddressLink | null> {
  const row = await db
    .selectFrom('address_links')
    .select(['email', 'details'])
    .where('hash', '=', hashKey(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row === undefined ? null : { email: row.email, link: linkPurpose.parse(JSON.parse(row.details)) };
}

/** Uses a link and ends all other links to its address. */
export async function useAddressLink(trx: Change, token: string, at: number): Promise<AddressLink | null> {
  const found = await readAddressLink(trx, token, at);
  if (found === null) return null;
  await trx
    .updateTable('address_links')
    .set({ used_at: at })
    .where('email', '=', found.email)
    .where('used_at', 'is', null)
    .execute();
  return found;
}
