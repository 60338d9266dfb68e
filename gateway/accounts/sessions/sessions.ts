import type { ExpressionBuilder } from 'kysely';
import { AccountError } from '../../records/account-error.ts';
import type { Change, Reader, Records } from '../../records/records.ts';
import { saysRecordsAway } from '../../records/records-away.ts';
import type { Role, SessionRow, Tables } from '../../records/tables.ts';
import { type Actor, recordAudit } from '../../records/trail.ts';
import { randomBase62 } from '../../values/base62.ts';
import { toPlainText } from '../../values/plain-text.ts';
import { newId } from '../../values/record-id.ts';
import { hashKey } from '../keys/key-format.ts';

/** A session ends when it is idle for this long, and at the latest this long after it began. */
export const SESSION_IDLE_MS = 12 * 60 * 60 * 1_000;
export const SESSION_LIFE_MS = 14 * 24 * 60 * 60 * 1_000;

/** Actions that could take over an account require a sign-in this recent. */
const RECENT_MS = 15 * 60 * 1_000;

/** Precision of the last use: a session in constant use is saved once per minute. */
const USE_EXACT_TO_MS = 60_000;

/** Sessions per user; a further sign-in ends the session that was used least recently. */
export const MOST_SESSIONS = 50;

/** Longest stored `User-Agent`; the rest is cut off. */
const LONGEST_AGENT = 200;

/** A new session. Its token is available only here. */
export interface BegunSession {
  readonly id: string;
  /** 256 random bits in base 62; the records store its SHA-256. */
  readonly token: string;
  readonly expiresAt: number;
}

/** The browser that a session begins in. */
export interface SessionBrowser {
  readonly userAgent: string;
  /** Token of its present session, which ends; `null` without one. */
  readonly sessionToken: string | null;
}

/** The user of a session, from the current records. */
export interface SessionOwner {
  readonly sessionId: string;
  readonly clientId: string;
  readonly userId: string;
  readonly role: Role;
  readonly expiresAt: number;
}

/** Begins a session with a new token. */
export async function beginSession(
  trx: Change,
  actor: Actor,
  user: { readonly id: string; readonly client_id: string },
  userAgent: string,
): Promise<BegunSession> {
  const id = newId('se');
  const token = randomBase62(32, 43);
  const expiresAt = actor.at + SESSION_LIFE_MS;
  const own = () => trx.deleteFrom('sessions').where('user_id', '=', user.id);
  await own().where(ended(actor.at)).execute();
  await own()
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .limit(MOST_SESSIONS - 1),
    )
    .execute();
  await trx
    .insertInto('sessions')
    .values({
      id,
      user_id: user.id,
      hash: hashKey(token),
      created_at: actor.at,
      last_used_at: actor.at,
      expires_at: expiresAt,
      address: actor.address,
      user_agent: toPlainText(userAgent.slice(0, LONGEST_AGENT)),
    })
    .execute();
  await recordAudit(trx, actor, { client: user.client_id, action: 'session.begin', record: { kind: 'session', id } });
  return { id, token, expiresAt };
}

/** Begins a session in place of the browser's present one, which an attacker may have planted (session fixation). */
export async function replaceSession(
  trx: Change,
  actor: Actor,
  user: { readonly id: string; readonly client_id: string },
  { userAgent, sessionToken }: SessionBrowser,
): Promise<BegunSession> {
  if (sessionToken !== null) await endSessionOf(trx, sessionToken);
  return beginSession(trx, actor, user, userAgent);
}

/**
 * Finds the user of the session with this token and saves its use; `null` if no session is valid, without a reason.
 * Every call reads the records, so that an ended session works nowhere.
 */
export async function useSession(records: Records, token: string, now: number): Promise<SessionOwner | null> {
  const row = await records.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .innerJoin('clients', 'clients.id', 'users.client_id')
    .where('sessions.hash', '=', hashKey(token))
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_used_at', '>', now - SESSION_IDLE_MS)
    .where('users.state', '=', 'active')
    .where('clients.deleted_at', 'is', null)
    .select(['sessions.id', 'sessions.last_used_at', 'sessions.expires_at', 'users.id as user_id', 'users.role'])
    .select('users.client_id')
    .executeTakeFirst();
  if (row === undefined) return null;
  if (now - row.last_used_at >= USE_EXACT_TO_MS) {
    const saved = records.db.updateTable('sessions').set({ last_used_at: now }).where('id', '=', row.id).execute();
    // Records that are readable but not writable still show the session's pages. The next use is saved instead.
    await saved.catch((error: unknown) => {
      if (!saysRecordsAway(error)) throw error;
    });
  }
  const { id: sessionId, client_id: clientId, user_id: userId, role, expires_at: expiresAt } = row;
  return { sessionId, clientId, userId, role, expiresAt };
}

/**
 * Refuses sensitive actions in a session that began long ago, because its cookie may have been copied since. A session
 * begins with a sign-in or a password change.
 *
 * @throws AccountError `sign-in-not-recent`
 */
export async function requireRecentSignIn(db: Reader, sessionId: string | null, now: number): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', now - RECENT_MS)
    .executeTakeFirst();
  if (session === undefined) throw new AccountError('sign-in-not-recent', 'Sign in again first');
}

/** A session as its user sees it. */
export interface SessionSummary {
  readonly id: string;
  readonly createdAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly address: string | null;
  readonly userAgent: string;
}

/** Lists a user's open sessions, last used first: at most `MOST_SESSIONS`. */
export async function listSessions(db: Reader, userId: string, now: number): Promise<SessionSummary[]> {
  const rows = await openSessions(db, userId, now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS)
    .execute();
  return rows.map(summaryOf);
}

/** Reads one open session of a user; `null` if it has ended. */
export async function readSession(
  db: Reader,
  userId: string,
  sessionId: string,
  now: number,
): Promise<SessionSummary | null> {
  const row = await openSessions(db, userId, now).where('id', '=', sessionId).executeTakeFirst();
  return row === undefined ? null : summaryOf(row);
}

function openSessions(db: Reader, userId: string, now: number) {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', now - SESSION_IDLE_MS);
}

function summaryOf({ id, created_at, last_used_at, expires_at, address, user_agent }: SessionRow): SessionSummary {
  return {
    id,
    createdAt: created_at,
    lastUsedAt: last_used_at,
    expiresAt: expires_at,
    address,
    userAgent: user_agent,
  };
}

/** Ends one session of a user. @throws AccountError `unknown-session` */
export async function endSession(
  records: Records,
  actor: Actor,
  user: { readonly clientId: string; readonly userId: string },
  sessionId: string,
): Promise<void> {
  await records.write(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new AccountError('unknown-session', `There is no session "${sessionId}"`);
    await recordAudit(trx, actor, {
      client: user.clientId,
      action: 'session.end',
      record: { kind: 'session', id: sessionId },
    });
  });
}

/** Ends the session with this token, if there is one: the browser that presents it is about to begin another. */
async function endSessionOf(trx: Change, token: string): Promise<void> {
  await trx.deleteFrom('sessions').where('hash', '=', hashKey(token)).execute();
}

/** Ends all sessions of a user, within a change that makes them untrustworthy. */
export async function endSessions(trx: Change, userId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Signs a user out everywhere. */
export async function signOutEverywhere(
  records: Records,
  actor: Actor,
  user: { readonly clientId: string; readonly userId: string },
): Promise<void> {
  await records.write(async (trx) => {
    await endSessions(trx, user.userId);
    await recordAudit(trx, actor, {
      client: user.clientId,
      action: 'session.end-all',
      record: { kind: 'user', id: user.userId },
    });
  });
}

function ended(now: number) {
  return (eb: ExpressionBuilder<Tables, 'sessions'>) =>
    eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', now - SESSION_IDLE_MS)]);
}
