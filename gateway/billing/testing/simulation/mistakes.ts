import { sql } from 'kysely';
import type { GiveBack } from '../../../quota/contract.ts';
import { units } from '../../../quota/model/affordability.ts';
import { load } from '../../../quota/model/load.ts';
import { decide } from '../../../quota/model/model.ts';
import { SmallMap } from '../../../quota/model/small-map.ts';
import { MISTAKES } from '../../../quota/testing/simulation/mistakes.ts';
import { MODEL_RULES, ModelStore, type Rules } from '../../../quota/testing/simulation/model-store.ts';
import type { Reader } from '../../../records/records.ts';
import { recordChange } from '../../../records/trail.ts';
import { saveCheckpoint } from '../../../usage/checkpoint.ts';
import { monthOf, monthStart } from '../../../values/calendar.ts';
import { closeMonths } from '../../month-closing.ts';
import { settleMonths } from '../../settlement.ts';
import type { MoneyOptions } from './simulate-money.ts';

/** A store that returns nothing but claims that it did. */
class Keeping extends ModelStore {
  override async giveBack(_command: GiveBack): Promise<'returned'> {
    return 'returned';
  }
}

const rules = (mistake: Partial<Rules>): MoneyOptions => ({
  store: (clock) => new ModelStore({ ...MODEL_RULES, ...mistake }, clock),
});

const isDeleted = async (db: Reader) =>
  (await db.selectFrom('clients').where('deleted_at', 'is not', null).select('id').executeTakeFirst()) !== undefined;

/** Systems with one mistake each, which the simulation must find. */
export const MONEY_MISTAKES: Readonly<Record<string, () => MoneyOptions>> = {
  'a month that is settled twice': () => ({
    async settle(of, actor, until) {
      const written = await settleMonths(of, actor, until);
      const entries = of.db.updateTable('ledger').set((eb) => ({ credits: eb('credits', '*', 2) }));
      await entries.where('kind', '=', 'settlement').where('at', '=', actor.at).execute();
      return written;
    },
  }),
  'a settlement that ignores late counts': () => ({
    async settle(of, actor, until) {
      const known = await of.db.selectFrom('ledger').where('kind', '=', 'settlement').select('id').executeTakeFirst();
      return known === undefined ? settleMonths(of, actor, until) : 0;
    },
  }),
  'a closing that rechecks only the last two months': () => ({
    async close(options, now) {
      const old = monthOf(monthStart(monthOf(now)) - 70 * 86_400_000);
      await sql`update month_fold set stated = admitted_included + admitted_overage + admitted_credits
        + returned_included + returned_overage + returned_credits where month < ${old}`.execute(options.records.db);
      await closeMonths(options, now);
    },
  }),
  'a closing that skips deleted clients': () => ({
    async close(options, now) {
      const gone = await isDeleted(options.records.db);
      const checkpoint: typeof options.checkpoint = (clients, month) => options.checkpoint(gone ? [] : clients, month);
      await closeMonths({ ...options, checkpoint }, now);
    },
  }),
  'a settlement that skips deleted clients': () => ({
    settle: async (of, actor, until) => ((await isDeleted(of.db)) ? 0 : settleMonths(of, actor, until)),
  }),
  'a settlement that publishes a change of a deleted client': () => ({
    async settle(of, actor, until) {
      const written = await settleMonths(of, actor, until);
      const clients = await of.db.selectFrom('clients').where('deleted_at', 'is not', null).select('id').execute();
      for (const { id } of written > 0 ? clients : []) {
        await of.write((trx) => recordChange(trx, actor, 'client', id));
      }
      return written;
    },
  }),
  'late units in a final statement': () => ({
    async close(options, now) {
      await closeMonths(options, now);
      await sql`update stated_units set included = included + later.more from (select client_id, month,
        sum(included) as more from stated_units where stated_in > month group by client_id, month) as later
        where later.client_id = stated_units.client_id and later.month = stated_units.month
        and stated_in = stated_units.month`.execute(options.records.db);
    },
  }),
  'a checkpoint in which the last one wins': () => ({
    async save(of, ...snapshots) {
      for (const { client, month, counter } of snapshots) {
        const rows = of.db.deleteFrom('month_fold').where('client_id', '=', client).where('month', '=', month);
        await rows.where('epoch', '=', counter.epoch).execute();
      }
      return saveCheckpoint(of, ...snapshots);
    },
  }),
  'a checkpoint that forgets to save': () => ({ save: async (_of, ...snapshots) => [...snapshots] }),
  'a checkpoint that does not return what SQL holds': () => ({
    async save(of, ...snapshots) {
      const held = await saveCheckpoint(of, ...snapshots);
      const none = { included: 0, overage: 0, credits: 0 };
      return held.map((one) => ({
        ...one,
        counter: { ...one.counter, admitted: none },
        credits: { ...one.credits, taken: 0 },
      }));
    },
  }),
  'a failed call that is charged': () =>
    rules({
      decide: (state, command, now) =>
        decide(state, { ...command, items: command.items.map((item) => ({ ...item, charge: item.cost })) }, now),
    }),
  'a give-back that is dropped': () => ({ store: () => new Keeping() }),
  'a load that discards existing counters': () =>
    rules({ load: (state, ...rest) => load({ ...state, months: new SmallMap() }, ...rest) }),
  'a load after a loss that forgets used units': () =>
    rules({
      load(state, month, checkpoint, newEpoch) {
        const outcome = load(state, month, checkpoint, newEpoch);
        const { watermark, changes } = outcome;
        const { counter } = changes;
        if (counter === null || units(counter.base) === 0) return outcome;
        const base = { ...counter.base, included: 0, overage: 0 };
        return {
          ...outcome,
          watermark: { ...watermark, base: units(base) },
          changes: { ...changes, counter: { ...counter, base } },
        };
      },
    }),
  'a load after a loss that forgets credits': () =>
    rules({
      load: (state, month, checkpoint, newEpoch) => load(state, month, { ...checkpoint, credits: [] }, newEpoch),
    }),
  ...Object.fromEntries(
    ['a counter one below its watermark is good enough', 'a counter one below its checkpoint stays'].map((name) => [
      name,
      () => ({ store: (clock) => new ModelStore(MISTAKES[name], clock) }),
    ]),
  ),
};
