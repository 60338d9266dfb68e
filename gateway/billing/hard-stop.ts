import { requireClient } from '../accounts/find-client.ts';
import { limitsChanged, readLimits } from '../accounts/plans/limits.ts';
import { AccountError } from '../records/account-error.ts';
import type { Reader, Records } from '../records/records.ts';
import { type Actor, recordAudit } from '../records/trail.ts';

/** A client's spending limit, in units per month; `null` means no limit. */
export interface HardStop {
  /** The limit that the client has set. */
  readonly own: number | null;
  /** The limit in force: the lower of the client's and its plan's. */
  readonly ceiling: number | null;
}

/** @throws AccountError `unknown-client` */
export async function readHardStop(db: Reader, clientId: string): Promise<HardStop> {
  const { own_ceiling: own } = await requireClient(db, clientId);
  const limits = await readLimits(db, clientId);
  return { own, ceiling: limits?.ceiling ?? null };
}

/**
 * Sets a client's own hard stop: beyond it calls are refused, even if quota or credits remain. It takes effect at once,
 * survives changes of plan, and never exceeds the plan's ceiling.
 *
 * @throws AccountError `unknown-client`, `bad-value`
 */
export async function setHardStop(
  records: Records,
  actor: Actor,
  clientId: string,
  ceiling: number | null,
): Promise<HardStop> {
  if (ceiling !== null && !(Number.isSafeInteger(ceiling) && ceiling >= 0)) {
    throw new AccountError('bad-value', 'A hard stop must be a whole number of units', 'ceiling');
  }
  return records.write(async (trx) => {
    const { own_ceiling: before } = await requireClient(trx, clientId);
    if (before !== ceiling) {
      await trx.updateTable('clients').set({ own_ceiling: ceiling }).where('id', '=', clientId).execute();
      await limitsChanged(trx, actor, clientId);
      await recordAudit(trx, actor, {
        client: clientId,
        action: 'client.hard_stop',
        record: { kind: 'client', id: clientId },
        before: { ceiling: before },
        after: { ceiling },
      });
    }
    return readHardStop(trx, clientId);
  });
}
