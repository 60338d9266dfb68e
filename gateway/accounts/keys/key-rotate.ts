import { AccountError } from '../../records/account-error.ts';
import type { Change, Records } from '../../records/records.ts';
import type { KeyRow } from '../../records/tables.ts';
import { type Actor, recordAudit, recordChange } from '../../records/trail.ts';
import type { EnqueueAccountMail } from '../account-mail.ts';
import { tellAdmins } from '../clients/admins.ts';
import { familyOf, isLiving, livingOf } from './key-family.ts';
import { requireRoomForSuccessor } from './key-room.ts';
import { type IssuedKey, issue, type KeyScope, requireKey } from './keys.ts';

const DAY_MS = 86_400_000;

/**
 * New keys per family in 24 hours, so that one user cannot exhaust the client's allowance. The limit is lower for
 * rotations made with the key itself, because each of them mails the admins.
 */
const MOST_A_DAY = { byPerson: 50, byKey: 10 };

/** The successor, and when the old key ends. */
export interface Rotation {
  readonly successor: IssuedKey;
  readonly oldKeyEnds: number;
}

export interface RotationRequest {
  readonly keyId: string;
  /** How long the old key keeps working, in milliseconds. */
  readonly overlap: number;
  /** The keys that the caller may rotate; absent: all keys. */
  readonly scope?: KeyScope;
  /**
   * Set for a rotation made with the key itself; queues the mails to the client's admins. Absent for a session or the
   * command line.
   */
  readonly byKey?: { readonly enqueueMail: EnqueueAccountMail };
}

/**
 * Replaces a key. The successor joins the family and inherits every setting, including the expiry. The old key works
 * during the overlap but never beyond its own expiry, so a rotation cannot make a temporary key permanent. At most two
 * keys of a family are living at a time: while the previous key still works, a rotation must have no overlap.
 *
 * @throws AccountError `unknown-key`, `key-ended` (revoked or expired), `key-replaced`, `two-keys-live`, `bad-value`,
 * `rotation-by-key-off`, `too-many-new-keys`
 */
export function rotateKey(records: Records, actor: Actor, request: RotationRequest): Promise<Rotation> {
  const { keyId, overlap, scope = null, byKey } = request;
  return records.write(async (trx) => {
    const old = await requireKey(trx, keyId, scope);
    requireRotatable(old, actor.at, overlap);
    const family = familyOf(old);
    if (byKey !== undefined && old.rotates_itself !== 1) {
      throw new AccountError('rotation-by-key-off', `Key ${keyId} may not rotate itself: an admin can allow it`);
    }
    await requireFewMade(trx, family, actor.at, byKey === undefined ? MOST_A_DAY.byPerson : MOST_A_DAY.byKey);
    await requireFewLiving(trx, old, family, actor.at, overlap);
    await requireRoomForSuccessor(trx, actor, old.client_id);

    const { client_id, user_id, name, environment, expires_at, calculators, networks, cap, rotates_itself } = old;
    const whose = { client_id, user_id, name, environment, expires_at };
    const properties = { ...whose, calculators, networks, cap, rotates_itself };
    const successor = await issue(trx, actor, 'key.create', properties, family);
    const oldKeyEnds = Math.min(expires_at ?? Number.POSITIVE_INFINITY, actor.at + overlap);
    await trx
      .updateTable('keys')
      .set({ expires_at: oldKeyEnds, replaced_by: successor.id, family })
      .where('id', '=', keyId)
      .execute();
    await recordChange(trx, actor, 'key', keyId, oldKeyEnds);
    await recordAudit(trx, actor, {
      client: client_id,
      action: 'key.rotate',
      record: { kind: 'key', id: keyId },
      before: { expires_at },
      after: { expires_at: oldKeyEnds, replaced_by: successor.id },
    });
    if (byKey !== undefined) await mailRotation(trx, byKey.enqueueMail, old, actor);
    return { successor, oldKeyEnds };
  });
}

function requireRotatable(old: KeyRow, now: number, overlap: number): void {
  if (!isLiving(old, now)) throw new AccountError('key-ended', `Key ${old.id} has ended: create a new one`);
  if (old.replaced_by !== null) {
    throw new AccountError('key-replaced', `Key ${old.id} was replaced by ${old.replaced_by}: rotate that one`);
  }
  if (!Number.isSafeInteger(overlap) || overlap < 0) {
    throw new AccountError('bad-value', 'The overlap must not be negative');
  }
}

async function requireFewMade(trx: Change, family: string, now: number, limit: number): Promise<void> {
  const { made } = await trx
    .selectFrom('keys')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'bigint').as('made'))
    .where('family', '=', family)
    .where('created_at', '>', now - DAY_MS)
    .executeTakeFirstOrThrow();
  if (made >= limit) {
    throw new AccountError('too-many-new-keys', `${limit} keys of the family were made within 24 hours`, '', { limit });
  }
}

async function requireFewLiving(trx: Change, old: KeyRow, family: string, now: number, overlap: number): Promise<void> {
  if (overlap === 0) return;
  const other = (await livingOf(trx, family, now)).find(({ id }) => id !== old.id);
  if (other === undefined) return;
  throw new AccountError(
    'two-keys-live',
    `Key ${other.id} of the family still works: revoke it, or wait until it ends`,
  );
}

async function mailRotation(
  trx: Change,
  enqueueMail: EnqueueAccountMail,
  old: KeyRow,
  { address }: Actor,
): Promise<void> {
  const key = { name: old.name, start: old.start ?? '', hint: old.hint };
  await tellAdmins(trx, old.client_id, (to, client) =>
    enqueueMail(trx, { kind: 'key-rotated', to, language: 'en', client, key, address: address ?? '' }),
  );
}
