import type { Language } from '../../../calculators/kit/index.ts';
import type { Change } from '../../records/records.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { randomBase62 } from '../../values/base62.ts';
import { newId } from '../../values/record-id.ts';
import { hashKey } from '../keys/key-format.ts';

/** How long a one-time link is valid by default. */
const SETUP_LINK_MS = 7 * 24 * 60 * 60 * 1000;

/** Open links per user; a further link ends the oldest one. */
export const MOST_SETUP_LINKS = 5;

/** The secret part of a one-time link; only its hash is stored. */
export interface SetupLink {
  readonly token: string;
  readonly expiresAt: number;
}

export interface SetupLinkOptions {
  /** Milliseconds; seven days by default. */
  readonly lasts?: number;
  /** The address that the link is mailed to; the link works only while it is the user's address. */
  readonly email?: string;
}

/** The address of a one-time link. Browsers send the part behind `#` to no server. */
export function linkAddress(baseUrl: string, page: string, language: Language, { token }: SetupLink): string {
  return `${baseUrl}/${page}?lang=${language}#${token}`;
}

/** Creates a one-time link that sets a user's password. */
export async function createSetupLink(
  trx: Change,
  actor: Actor,
  user: { readonly clientId: string; readonly userId: string },
  purpose: 'set-password' | 'invitation',
  { lasts = SETUP_LINK_MS, email }: SetupLinkOptions = {},
): Promise<SetupLink> {
  const id = newId('link');
  const token = randomBase62(32, 43);
  const expiresAt = actor.at + lasts;
  await keepLatestLinks(trx, user.userId, actor.at);
  await trx
    .insertInto('setup_links')
    .values({
      id,
      user_id: user.userId,
      purpose,
      hash: hashKey(token),
      expires_at: expiresAt,
      used_at: null,
      email: email ?? null,
    })
    .execute();
  await recordAudit(trx, actor, {
    client: user.clientId,
    action: 'link.create',
    record: { kind: 'setup_link', id },
    after: { user_id: user.userId, purpose, expires_at: expiresAt },
  });
  return { token, expiresAt };
}

/** Deletes the user's used and expired links, and the oldest open ones to make room for one more. */
async function keepLatestLinks(trx: Change, userId: string, at: number): Promise<void> {
  await trx
    .deleteFrom('setup_links')
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('used_at', 'is not', null),
        eb('expires_at', '<=', at),
        eb(
          'id',
          'not in',
          eb
            .selectFrom('setup_links')
            .select('id')
            .where('user_id', '=', userId)
            .where('used_at', 'is', null)
            .orderBy('expires_at', 'desc')
            .orderBy('id')
            .limit(MOST_SETUP_LINKS - 1),
        ),
      ]),
    )
    .execute();
}
