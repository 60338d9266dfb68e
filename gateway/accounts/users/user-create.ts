import { type Language, languageOfTag } from '../../../calculators/kit/index.ts';
import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import type { Role, UserRow } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { newId } from '../../values/record-id.ts';
import type { EnqueueAccountMail } from '../account-mail.ts';
import { requireName } from '../clients/clients.ts';
import { requireRoomForUser } from '../clients/user-room.ts';
import { requireClient } from '../find-client.ts';
import { createKeyWithin, type IssuedKey } from '../keys/keys.ts';
import { endLinks, endMailedLinks } from '../links/end-links.ts';
import { createSetupLink, type SetupLink } from '../links/setup-link.ts';
import { requireEmail } from './email-address.ts';
import { requireUser } from './find-user.ts';

export interface NewUser {
  readonly clientId: string;
  readonly name: string;
  readonly role: Role;
  /** Address for the invitation. A user without an address has a key but cannot sign in. */
  readonly email: string | null;
  /** Language of the invitation, and of the user's mails until the first sign-in. */
  readonly language: Language;
  /**
   * Also returns a link of the invitation, for an installation without a mail server. The link accepts the
   * invitation without proof of the address.
   */
  readonly showLink?: boolean;
}

export interface CreatedUser {
  readonly userId: string;
  /** Shown once. */
  readonly key: IssuedKey;
  /** `null` unless it was asked for, and the user has an address. */
  readonly link: SetupLink | null;
}

/**
 * Creates a user with a key that works at once. If the user has an address, a sign-in link is mailed to it.
 *
 * @throws AccountError `unknown-client`, `email-taken` (by a user of the same client), `bad-value`, `too-many-users`,
 * `too-many-keys`, `too-many-new-keys`
 */
export function createUser(
  records: Records,
  actor: Actor,
  enqueueMail: EnqueueAccountMail,
  input: NewUser,
): Promise<CreatedUser> {
  return records.write(async (trx) => {
    const user = await addUser(trx, actor, 'user.create', 'active', input);
    const link = user.invited_email === null ? null : await sendInvitation(trx, actor, enqueueMail, user, input);
    return { userId: user.id, key: await firstKeyOf(trx, actor, user), link };
  });
}

/**
 * Invites a user by mail: the link sets a password and shows the key. The inviter does not learn whether another
 * client's user has the address; only the holder of the link does.
 *
 * @throws AccountError as `createUser`
 */
export function inviteUser(
  records: Records,
  actor: Actor,
  enqueueMail: EnqueueAccountMail,
  input: NewUser & { readonly email: string },
): Promise<Pick<CreatedUser, 'userId' | 'link'>> {
  return records.write(async (trx) => {
    const user = await addUser(trx, actor, 'user.invite', 'invited', input);
    return { userId: user.id, link: await sendInvitation(trx, actor, enqueueMail, user, input) };
  });
}

/**
 * Mails a new link, in the language of the first invitation, and ends the earlier ones.
 *
 * @returns the language, and the link to show if it was asked for
 * @throws AccountError `unknown-user`, `user-not-invited` (the address is confirmed or missing, or the user is
 * disabled)
 */
export function inviteAgain(
  records: Records,
  actor: Actor,
  enqueueMail: EnqueueAccountMail,
  user: Pick<NewUser, 'clientId' | 'language' | 'showLink'> & { readonly userId: string },
): Promise<{ readonly language: Language; readonly link: SetupLink | null }> {
  return records.write(async (trx) => {
    const row = await requireUser(trx, user.clientId, user.userId);
    if (!isInvited(row)) throw new AccountError('user-not-invited', `User ${user.userId} has no open invitation`);
    await endLinks(trx, user.userId, actor.at);
    await recordAudit(trx, actor, {
      client: row.client_id,
      action: 'user.invite-again',
      record: { kind: 'user', id: row.id },
    });
    const language = languageOfTag(row.language ?? '') ?? user.language;
    return { language, link: await sendInvitation(trx, actor, enqueueMail, row, { ...user, language }) };
  });
}

/** A link that accepts an invitation, and the user's role when the link is created. */
export interface InvitationLink extends SetupLink {
  readonly role: Role;
}

/**
 * Creates the link of an invitation that is about to be sent and ends earlier links; `null` if the invitation is no
 * longer open.
 */
export async function invitationLink(trx: Change, actor: Actor, userId: string): Promise<InvitationLink | null> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (user === undefined || !isInvited(user)) return null;
  await endMailedLinks(trx, userId, actor.at);
  const { client_id: clientId, role, invited_email: email } = user;
  return { ...(await createSetupLink(trx, actor, { clientId, userId }, 'invitation', { email })), role };
}

function isInvited<User extends Pick<UserRow, 'invited_email' | 'state'>>(
  user: User,
): user is User & { invited_email: string } {
  return user.invited_email !== null && user.state !== 'disabled';
}

/** Creates the key that every user starts with. */
export function firstKeyOf(
  trx: Change,
  actor: Actor,
  user: Pick<UserRow, 'id' | 'client_id' | 'name'>,
): Promise<IssuedKey> {
  return createKeyWithin(trx, actor, {
    clientId: user.client_id,
    userId: user.id,
    // Usage is read by the names of keys: that of a person says more than `First key` many times.
    name: user.name,
    environment: 'live',
    expiresAt: null,
    calculators: null,
    cap: null,
  });
}

type AddedUser = Pick<UserRow, 'id' | 'client_id' | 'name' | 'role' | 'invited_email'>;

async function addUser(
  trx: Change,
  actor: Actor,
  action: string,
  state: 'invited' | 'active',
  { clientId, name, role, email, language }: NewUser,
): Promise<AddedUser> {
  await requireClient(trx, clientId);
  await requireRoomForUser(trx, clientId);
  const invited_email = email === null ? null : requireEmail(email);
  if (invited_email !== null) await requireFreeAmongOwn(trx, clientId, invited_email);
  const user = { id: newId('us'), client_id: clientId, name: requireName(name), role, invited_email };
  await trx
    .insertInto('users')
    .values({ ...user, email: null, state, password_hash: null, created_at: actor.at, language })
    .execute();
  await recordAudit(trx, actor, {
    client: clientId,
    action,
    record: { kind: 'user', id: user.id },
    after: { name: user.name, role, state, email: invited_email },
  });
  return user;
}

async function requireFreeAmongOwn(trx: Change, clientId: string, email: string): Promise<void> {
  const taken = await trx
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', clientId)
    .where((eb) => eb.or([eb('email', '=', email), eb('invited_email', '=', email)]))
    .executeTakeFirst();
  if (taken !== undefined) {
    throw new AccountError('email-taken', `${email} already belongs to the user ${taken.id}`);
  }
}

async function sendInvitation(
  trx: Change,
  actor: Actor,
  enqueueMail: EnqueueAccountMail,
  user: AddedUser,
  { language, showLink = false }: Pick<NewUser, 'language' | 'showLink'>,
): Promise<SetupLink | null> {
  const { client_id, id: userId, invited_email: to } = user;
  if (to === null) throw new Error('an invitation requires an address');
  const { name: client } = await requireClient(trx, client_id);
  await enqueueMail(trx, { kind: 'invitation', to, language, client, userId });
  return showLink ? createSetupLink(trx, actor, { clientId: client_id, userId }, 'invitation') : null;
}
