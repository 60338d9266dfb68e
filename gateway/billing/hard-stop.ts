import { requireClient } from '../accounts/find-client.ts';
import { limitsChanged, readLimits } from '../accounts/plans/limits.ts';
import { AccountError } from '../records/account-error.ts';
import type { Reader, Records } from '../records/records.ts';
import { type Actor, recordAudit } from '../records/trail.ts';

/** Where a client's spending stops, in units a month; `null` is nowhere. */
export interface HardStop {
  /** What the client has set itself. */
  readonly own: number | null;
  /** What is in force: the least of the client's own and its plan's. */
  readonly ceiling: number | null;
}

/** @throws AccountError `unknown-client` */
export async function readHardStop(db: Reader, clientId: string): Promise<HardStop> {
  const { own_ceiling: own } = await requireClient(db, clientId);
  const limits = await readLimits(db, clientId);
  return { own, ceiling: limits?.ceiling ?? null };
}

/**
 * Sets a client's own hard stop: beyond it calls are refused whatever quota and credits are left. It holds at once, over
 * changes of plan, and never above what the plan allows.
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
    throw new AccountError('bad-value', 'A hard stop is a whole number of units', 'ceiling');
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
