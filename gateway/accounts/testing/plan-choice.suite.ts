import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../records/records.ts';
import { readLimits } from '../plans/limits.ts';
import { applyPlannedChanges, choosePlan, dropPlannedChange, readChosenPlan } from '../plans/plan-choice.ts';
import { setPlan } from '../plans/plans.ts';
import { syncPlans } from '../plans/plans-file.ts';
import { actorOf, NOW, newClient, type TestClient } from './two-clients.fixture.ts';

const DECEMBER = Date.UTC(2026, 11, 1);
const anything = {
  burst: null,
  ceiling: null,
  calculators: null,
  price: null,
  mostKeys: null,
  mostUsers: null,
  outagePercent: 1,
};
const figures = { mode: 'block', ...anything } as const;

/** The guarantees of choosing a plan on every database. */
export function planChoiceSuite(open: () => Promise<Records>): void {
  describe('a client that chooses a plan', () => {
    let records: Records;
    let acme: TestClient;

    beforeEach(async () => {
      records = await open();
      acme = await newClient(records, 'Acme');
      await syncPlans(records, actorOf('file'), [
        { name: 'small', quota: 100, ...figures, offered: true },
        { name: 'large', quota: 900_000, ...figures, offered: true },
        { name: 'endless', quota: null, ...figures, offered: true },
        { name: 'secret', quota: null, ...figures, offered: false },
      ]);
    });
    afterEach(() => records.close());

    const choose = (plan: string, at = NOW) => choosePlan(records, actorOf(acme.userId, at), acme.clientId, plan);
    const limits = () => readLimits(records.db, acme.clientId);
    const chosen = async () => {
      const { current, next } = await readChosenPlan(records.db, acme.clientId);
      return [current.name, next?.plan];
    };

    it('with a larger quota gets it at once, with a higher limits version', async () => {
      const before = (await limits())?.version ?? 0;
      await choose('large');
      expect(await chosen()).toEqual(['large', undefined]);
      expect(await limits()).toMatchObject({ quota: 900_000, version: before + 1 });
      await choose('endless');
      expect(await limits()).toMatchObject({ quota: null, version: before + 2 });
    });

    it('with a smaller quota keeps its current plan until the month ends', async () => {
      const before = await limits();
      expect(await choose('small')).toMatchObject({
        current: { name: 'starter' },
        next: { plan: 'small', at: DECEMBER },
      });
      expect(await limits()).toEqual(before);
      expect(await applyPlannedChanges(records, DECEMBER - 1)).toBe(0);
      expect(await applyPlannedChanges(records, DECEMBER)).toBe(1);
      expect(await chosen()).toEqual(['small', undefined]);
      expect(await limits()).toMatchObject({ quota: 100, version: (before?.version ?? 0) + 1 });
    });

    it('is moved once, however many processes try at the turn of the month', async () => {
      const others = await Promise.all(Array.from({ length: 3 }, (_, at) => newClient(records, `C${at}`, 'large')));
      await Promise.all(others.map(({ clientId, userId }) => choosePlan(records, actorOf(userId), clientId, 'small')));
      await choose('small');
      const applied = await Promise.all(Array.from({ length: 4 }, () => applyPlannedChanges(records, DECEMBER)));
      expect(applied.reduce((sum, count) => sum + count)).toBe(4);
      const sets = await records.db.selectFrom('audit').select('id').where('action', '=', 'plan.set').execute();
      expect(sets).toHaveLength(4);
    });

    it('may choose again, or return to its current plan', async () => {
      await choose('small');
      await choose('free');
      expect(await chosen()).toEqual(['starter', 'free']);
      await choose('starter');
      expect(await chosen()).toEqual(['starter', undefined]);
      await choose('small');
      await dropPlannedChange(records, actorOf(acme.userId), acme.clientId);
      expect(await applyPlannedChanges(records, DECEMBER)).toBe(0);
    });

    it('cancels the scheduled change by choosing a larger plan, or when the operator sets one', async () => {
      await choose('small');
      await choose('large');
      expect(await chosen()).toEqual(['large', undefined]);
      await choose('small');
      await setPlan(records, actorOf('cli'), acme.clientId, 'pro', {});
      expect(await chosen()).toEqual(['pro', undefined]);
    });

    it('after the turn of the month chooses relative to the due plan, even if it is not applied yet', async () => {
      await choose('small');
      await choose('large', DECEMBER + 1);
      const lines = await records.db
        .selectFrom('audit')
        .select('after')
        .where('action', '=', 'plan.set')
        .orderBy('id')
        .execute();
      expect(lines.map(({ after }) => JSON.parse(after ?? '').plan)).toEqual(['small', 'large']);
    });

    it('keeps its individually agreed quota until the month ends', async () => {
      await setPlan(records, actorOf('cli'), acme.clientId, 'starter', { quota: 1_000_000 });
      expect(await choose('large')).toMatchObject({ next: { plan: 'large', at: DECEMBER } });
      expect(await limits()).toMatchObject({ quota: 1_000_000 });
      await applyPlannedChanges(records, DECEMBER);
      expect(await limits()).toMatchObject({ quota: 900_000 });
    });

    it('can choose only offered plans', async () => {
      await expect(choose('secret')).rejects.toMatchObject({ code: 'plan-not-offered' });
      await expect(choose('enterprise')).rejects.toMatchObject({ code: 'plan-not-offered' });
      await expect(choose('nothing')).rejects.toMatchObject({ code: 'unknown-plan' });
      expect(await chosen()).toEqual(['starter', undefined]);
    });

    it('does not change any other client', async () => {
      const other = await newClient(records, 'Other');
      await choose('large');
      await choose('small');
      await applyPlannedChanges(records, DECEMBER);
      const { current, next } = await readChosenPlan(records.db, other.clientId);
      expect([current.name, next]).toEqual(['starter', null]);
    });
  });
}
