import { beforeEach, describe, expect, it } from 'vitest';
import { ANY_EPOCH } from '../../admission/lease-journal.ts';
import { replay } from '../../admission/replay.ts';
import type { AdmitAnswer, CounterStore, LeasedRow, Limits, Verdict } from '../../contract.ts';
import { reportOfOutage, reportsOfLeft } from '../../redis/journal/left-behind.ts';
import { ask, Caller, EMPTY_CHECKPOINT, LIMITS, NOON, RESULT, times } from './caller.ts';

/** An empty store whose clock the test sets. */
export interface LeasingSubject {
  readonly store: CounterStore;
  readonly clock: { now: number };
}

const ROW: LeasedRow = {
  ...{ day: '2026-11-21', key: 'key-1', family: 'family-1', calculator: 'tdee' },
  ...{ status: '2xx', calls: 0, units: 0 },
};

/** 20 tokens a minute: a token grows in 3 s. */
const TWENTY = { burst: { q: 20, w: 60 } };

/** A process of one client, with its lease. */
class Holder extends Caller {
  number = 0;
  calls = 0;
  /** Set to name another epoch than the caller's. */
  epoch: string | null = null;

  /** Closes the last lease, asks for `items`, and wishes a new lease. */
  async ask(items: number, wish: number | null, changes: Partial<Limits> = {}) {
    const report = this.number === 0 ? null : this.report(true);
    if (wish !== null) this.number += 1;
    const answer = await this.answer(times(items, RESULT), {
      limits: changes.version ?? 1,
      lease: { report, wish: wish === null ? null : this.wish(wish) },
    });
    if (wish !== null) this.calls = 0;
    return decided(answer);
  }

  /** Reports calls that the lease admitted so far, and wishes to hold `wish` units again. */
  async renew(calls: number, wish: number | null, final = false) {
    this.calls = calls;
    return decided(
      await this.answer([], { lease: { report: this.report(final), wish: wish === null ? null : this.wish(wish) } }),
    );
  }

  async granted(wish: number): Promise<number> {
    return (await this.ask(0, wish)).lease?.held?.units ?? 0;
  }

  report(final: boolean) {
    const { number, process: holder, calls } = this;
    const epoch = this.epoch ?? this.watermark?.epoch ?? '';
    return {
      holder,
      number,
      epoch,
      rows: calls === 0 ? [] : [{ ...ROW, calls, units: calls }],
      final,
      families: ['family-1'],
    };
  }

  wish(units: number) {
    return { number: this.number, units, tokens: [['family-1', units]] as const };
  }
}

function decided(answer: AdmitAnswer) {
  if (answer.kind !== 'decided') throw new Error(`not decided but ${answer.kind}`);
  return answer;
}

function outcomes(verdicts: readonly Verdict[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome, held } of verdicts) {
    const name = held === undefined ? outcome : `${outcome} ${held}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Tests the leases of a store. */
export function leaseContract(name: string, makeSubject: () => Promise<LeasingSubject>): void {
  describe(`${name}: leases`, () => {
    let store: CounterStore;
    let clock: { now: number };
    let a: Holder;
    let b: Holder;

    beforeEach(async () => {
      ({ store, clock } = await makeSubject());
      clock.now = NOON;
      a = new Holder(store);
      b = new Holder(store, a.client, 'process-2');
      return () => store.close();
    });

    const begin = async (limits: Partial<Limits> = {}) => {
      await a.begin(limits);
      b.watermark = a.watermark;
    };
    const wait = (ms: number) => {
      clock.now += ms;
      a.at += ms;
      b.at += ms;
    };

    it('are granted as wished, up to a quarter of the free units', async () => {
      await begin();
      expect(await a.granted(10)).toBe(10);
      const other = new Holder(store, 'client-2');
      await other.begin();
      expect(await other.granted(60)).toBe(25);
    });

    it('are granted up to an eighth to each of two holders', async () => {
      await begin();
      expect(await a.granted(60)).toBe(25);
      // (100 - 25) / (4 x 2)
      expect(await b.granted(60)).toBe(9);
      // (100 - 9) / (4 x 2)
      expect(await a.granted(60)).toBe(11);
    });

    it('hold at least four units', async () => {
      await begin({ quota: 16 });
      expect(await a.granted(3)).toBe(0);
      expect(await a.granted(10)).toBe(4);
      await begin({ quota: 15, version: 2 });
      expect(await a.granted(10)).toBe(0);
    });

    it('are as large as wished without a limit', async () => {
      await begin({ quota: null });
      expect(await a.granted(5_000)).toBe(5_000);
    });

    it('count as used for everybody else', async () => {
      await begin();
      await a.granted(25);
      const { verdicts } = await b.ask(80, null);
      expect(outcomes(verdicts)).toEqual({ admitted: 75, 'month recalled': 5 });
      expect(verdicts[0]?.used).toBe(26);
    });

    it('return unused units and count used ones', async () => {
      await begin();
      await a.granted(25);
      await a.renew(10, null, true);
      expect(outcomes((await b.ask(100, null)).verdicts)).toEqual({ admitted: 90, month: 10 });
      expect(await a.used()).toBe(100);
      expect(await a.usage()).toEqual(['2026-11-21 key-1 tdee 2xx 100/100']);
    });

    it('close before the items of their own process are decided', async () => {
      await begin();
      await a.granted(25);
      a.calls = 5;
      expect(outcomes((await a.ask(100, null)).verdicts)).toEqual({ admitted: 95, month: 5 });
    });

    it('are topped up, not beyond the wish', async () => {
      await begin();
      await a.granted(20);
      expect((await a.renew(15, 20)).lease).toEqual({
        ...{ report: 'counted', counted: 15, used: 15, spendable: 0 },
        held: { units: 20, tokens: new Map(), free: new Map() },
      });
      expect(await a.used()).toBe(15);
      // The share of one holder: 20 units remain, and (100 - 60) / 4 are fewer.
      await a.renew(35, 20);
      expect((await a.renew(50, 20)).lease?.held?.units).toBe(12);
    });

    it('count a report once, however often it comes', async () => {
      await begin();
      await a.granted(25);
      for (const calls of [7, 7, 3, 12]) await a.renew(calls, null);
      expect(await a.used()).toBe(12);
      await a.renew(12, null, true);
      await a.renew(12, null, true);
      expect(await a.used()).toBe(12);
      // A late report of the closed lease, then one after the next lease.
      await a.renew(14, null);
      expect(await a.used()).toBe(14);
      await a.ask(0, 10);
      a.number -= 1;
      await a.renew(20, null);
      expect(await a.used()).toBe(14);
      expect(outcomes((await b.ask(100, null)).verdicts)).toEqual({ admitted: 76, 'month recalled': 24 });
    });

    it('count the report of another process', async () => {
      await begin();
      await a.granted(25);
      a.calls = 9;
      const report = a.report(true);
      await b.answer([], { lease: { report, wish: null } });
      expect(await a.used()).toBe(9);
      expect(outcomes((await b.ask(100, null)).verdicts)).toEqual({ admitted: 91, month: 9 });
    });

    it('pay included units first, in any order of reports', async () => {
      await begin({ mode: 'soft', quota: 30 });
      await a.granted(20);
      await b.ask(25, null);
      await a.renew(15, null, true);
      expect((await a.snapshot()).counter.admitted).toEqual({ included: 30, overage: 10, credits: 0 });
    });

    it('reserve the credits that their units may need', async () => {
      await begin({ mode: 'credits', quota: 20, granted: 20 });
      expect(await a.granted(60)).toBe(10);
      const { verdicts } = await b.ask(40, null);
      expect(outcomes(verdicts)).toEqual({ admitted: 30, 'credits recalled': 10 });
      await a.renew(10, null, true);
      expect((await a.snapshot()).credits.taken).toBe(20);
      expect((await a.snapshot()).counter.admitted).toEqual({ included: 20, overage: 20, credits: 20 });
    });

    it('are paid by the limits that granted them, and not topped up under newer ones', async () => {
      await begin({ mode: 'soft', quota: 100 });
      await a.granted(20);
      await store.writeLimits(a.client, { ...LIMITS, mode: 'soft', quota: 0, version: 2 });
      expect((await a.renew(5, 20)).lease).toMatchObject({ report: 'counted', held: null });
      await a.renew(8, null, true);
      expect((await a.snapshot()).counter.admitted).toEqual({ included: 8, overage: 0, credits: 0 });
    });

    it('of a burst hold at most half of the free tokens', async () => {
      await begin({ ...TWENTY, quota: 1_000 });
      expect((await a.ask(0, 50)).lease?.held).toMatchObject({
        tokens: new Map([['family-1', 10]]),
        free: new Map([['family-1', 10]]),
      });
      expect((await b.ask(0, 50)).lease?.held?.tokens).toEqual(new Map([['family-1', 5]]));
    });

    it('are not granted for a small burst', async () => {
      await begin({ burst: { q: 15, w: 60 }, quota: 1_000 });
      expect((await a.ask(0, 50)).lease?.held).toBeNull();
    });

    it('bound the bucket to the tokens not held, however long it fills', async () => {
      await begin({ ...TWENTY, quota: 1_000 });
      await a.ask(0, 50);
      for (let second = 0; second < 60; second += 1) {
        wait(1_000);
        await a.renew(0, 50);
      }
      expect(outcomes((await b.ask(20, null)).verdicts)).toEqual({ admitted: 10, 'burst recalled': 10 });
    });

    it('return unused tokens', async () => {
      await begin({ ...TWENTY, quota: 1_000 });
      await a.ask(0, 50);
      await a.renew(4, null, true);
      expect(outcomes((await b.ask(20, null)).verdicts)).toEqual({ admitted: 16, burst: 4 });
    });

    it('lose tokens that were not reported a second after their end', async () => {
      await begin({ ...TWENTY, quota: 1_000 });
      await a.ask(0, 50);
      wait(11_000);
      expect(outcomes((await b.ask(20, null)).verdicts)).toEqual({ admitted: 10, 'burst recalled': 10 });
      wait(1);
      expect(outcomes((await b.ask(20, null)).verdicts)).toEqual({ burst: 20 });
      // The late report counts, and returns no token.
      await a.renew(10, null, true);
      wait(3_000);
      expect(outcomes((await b.ask(20, null)).verdicts)).toEqual({ admitted: 1, burst: 19 });
    });

    it('are recalled once a second, and not granted meanwhile', async () => {
      await begin();
      await a.granted(25);
      await b.ask(75, null);
      expect(outcomes((await b.ask(1, null)).verdicts)).toEqual({ 'month recalled': 1 });
      expect((await a.renew(0, 25)).lease).toMatchObject({ report: 'counted', held: null });
      await a.renew(0, null, true);
      wait(999);
      expect(await a.granted(20)).toBe(0);
      wait(1);
      expect(await a.granted(20)).toBe(6);
    });

    it('of silent holders are not waited for until they report', async () => {
      await begin();
      await a.granted(25);
      await b.ask(75, null);
      await b.ask(1, null);
      wait(200);
      expect(outcomes((await b.ask(1, null)).verdicts)).toEqual({ 'month recalled': 1 });
      wait(1);
      expect(outcomes((await b.ask(1, null)).verdicts)).toEqual({ 'month silent': 1 });
      wait(5_000);
      expect(outcomes((await b.ask(1, null)).verdicts)).toEqual({ 'month silent': 1 });
      await a.renew(3, null);
      expect(outcomes((await b.ask(1, null)).verdicts)).toEqual({ 'month recalled': 1 });
    });

    it('of holders silent for ten minutes are released; later reports still count', async () => {
      await begin();
      await a.granted(25);
      wait(600_000);
      expect(outcomes((await b.ask(80, null)).verdicts)).toEqual({ admitted: 75, 'month recalled': 5 });
      wait(1);
      expect(outcomes((await b.ask(30, null)).verdicts)).toEqual({ admitted: 25, month: 5 });
      await a.renew(25, null);
      expect(await a.used()).toBe(125);
    });

    it('count nothing under another epoch', async () => {
      await begin();
      await a.granted(25);
      a.epoch = 'earlier';
      // Its number is not granted again: a store that comes back may know its earlier reports.
      expect((await a.renew(5, 25)).lease).toMatchObject({ report: 'gone', held: null });
      expect((await a.renew(5, null, true)).lease).toMatchObject({ report: 'gone', held: null });
      expect(await a.used()).toBe(0);
      expect(outcomes((await b.ask(100, null)).verdicts)).toEqual({ admitted: 100 });
    });

    it('hold nothing of another month', async () => {
      await begin();
      await a.granted(25);
      clock.now = b.at = Date.UTC(2026, 11, 1);
      await b.load(EMPTY_CHECKPOINT);
      expect(outcomes((await b.ask(101, null)).verdicts)).toEqual({ admitted: 100, month: 1 });
      await a.renew(5, null, true);
      expect(await a.used()).toBe(5);
    });

    it('count the report of a lease that the store forgot', async () => {
      await begin();
      a.number = 3;
      expect((await a.renew(5, null)).lease).toMatchObject({ report: 'counted', held: null });
      expect(await a.used()).toBe(5);
    });

    it('are closed by a final report of any earlier one', async () => {
      await begin();
      await a.granted(20);
      a.number -= 1;
      await a.renew(5, null, true);
      expect(await a.used()).toBe(0);
      expect(outcomes((await b.ask(101, null)).verdicts)).toEqual({ admitted: 100, month: 1 });
    });

    it('of a dead process hold their units until the report of its last lease', async () => {
      await begin();
      await a.granted(25);
      await a.renew(5, null);
      const { lease } = await a.ask(0, 25);
      expect(lease?.held?.units).toBe(23);
      // It dies after 20 calls of its second lease. Its journal still has the first one.
      const epoch = a.watermark?.epoch ?? '';
      const uses = [5, 20].map((calls, index) => {
        const place = { client: a.client, number: index + 1, month: '2026-11', epoch };
        return { ...place, rows: [{ ...ROW, calls, units: calls }] };
      });
      for (const report of reportsOfLeft(a.process, uses)) {
        decided(await ask(store, { ...report, watermark: a.watermark, forced: true }));
        await b.ask(100, null);
      }
      expect(await a.used()).toBe(100);
    });

    it('of an outage count once each, beyond the limits, though the store granted none', async () => {
      await begin();
      expect(outcomes((await b.ask(98, null)).verdicts)).toEqual({ admitted: 98 });
      const count = (number: number, calls: number) => {
        const place = { client: a.client, number, month: '2026-11', epoch: ANY_EPOCH, limits: 1 };
        const use = { ...place, rows: [{ ...ROW, calls, units: calls }] };
        return replay(store, reportOfOutage(a.process, use), {
          watermark: () => b.watermark,
          loadLimits: () => expect.unreachable(),
          load: () => expect.unreachable(),
          decided: () => {},
        });
      };
      // A successor sends again what it finds in the journal.
      const answers = [await count(1, 5), await count(2, 3), await count(2, 3), await count(1, 5)];
      expect(answers).toEqual(['counted', 'counted', 'duplicate', 'duplicate']);
      expect(await b.used()).toBe(106);
    });

    it('tell what is used and what others hold', async () => {
      await begin();
      await a.granted(25);
      const { lease } = await b.ask(5, 5);
      expect(lease).toMatchObject({ held: { units: 5 }, used: 30 });
    });

    it('ignore a repeated command', async () => {
      await begin();
      await a.granted(25);
      a.sequence -= 1;
      a.calls = 3;
      expect(await a.answer([], { lease: { report: a.report(true), wish: null } })).toEqual({ kind: 'duplicate' });
      expect(await a.used()).toBe(0);
    });
  });
}
