import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import type { Limits } from '../../contract.ts';
import { usedUnits } from '../../model/affordability.ts';
import { GatewayProcess, Truth } from '../../testing/outage/gateway-process.fixture.ts';
import { type Mood, MoodyStore } from '../../testing/outage/moody-store.fixture.ts';

const RUNS = Number(globalThis.process.env.OUTAGES ?? 50);

type Action =
  | {
      readonly do: 'call';
      readonly process: number;
      readonly client: number;
      readonly units: number;
      readonly reserve: boolean;
    }
  | { readonly do: 'mood'; readonly mood: Mood }
  | { readonly do: 'pause'; readonly ms: number }
  | { readonly do: 'kill'; readonly process: number };

const process = fc.integer({ min: 0, max: 1 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('call'),
      process,
      client: fc.integer({ min: 0, max: 1 }),
      units: fc.integer({ min: 0, max: 2 }),
      reserve: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mood'), mood: fc.constantFrom('well', 'well', 'silent', 'late', 'away') }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pause'), ms: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill'), process }) },
);

const limits: fc.Arbitrary<Partial<Limits>> = fc.constantFrom(
  { quota: null },
  { quota: 30 },
  { quota: 1_000 },
  { quota: 10, mode: 'credits', granted: 400 },
  { quota: 500, mode: 'soft' },
  { quota: null, burst: { q: 4, w: 60 } },
);

it('every answered call is counted once under any outages and crashes', {
  timeout: 60_000 + RUNS * 1_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(limits, fc.array(action, { maxLength: 60, size: 'max' }), async (plan, actions) => {
      const dataDir = temporaryFolder('outage');
      const store = new MoodyStore();
      const truth = new Truth();
      let started = 0;
      const start = () => {
        started += 1;
        return new GatewayProcess({ name: `process-${started}`, dataDir, store, truth, limits: plan }).start();
      };
      const processes = [await start(), await start()];
      const calls: Promise<string>[] = [];
      let kills = 0;
      for (const step of actions) {
        if (step.do === 'mood') store.mood = step.mood;
        else if (step.do === 'pause') await sleep(step.ms);
        else if (step.do === 'call') {
          calls.push(
            processes[step.process]?.call(`client-${step.client}`, step.units, {
              reserve: step.reserve && step.units > 0,
            }) ?? Promise.resolve(''),
          );
        } else {
          kills += 1;
          await processes[step.process]?.kill();
          processes[step.process] = await start();
        }
      }
      store.mood = 'well';
      await sleep(40);
      await waitUntil('recovery', () => (processes.every((one) => one.guarded.state() === 'ok') ? true : undefined));
      await sleep(30);
      expect(truth.errors).toEqual([]);
      for (const client of ['client-0', 'client-1']) {
        const snapshot = await store.counters(client, '2026-11');
        const counted = snapshot === null ? 0 : usedUnits(snapshot.counter);
        const answered = truth.answered.get(client) ?? 0;
        expect(counted).toBeGreaterThanOrEqual(answered);
        expect(counted).toBeLessThanOrEqual(answered + (truth.unheard.get(client) ?? 0));
      }
      if (kills === 0) await Promise.all(calls);
      for (const one of processes) await one.kill();
      rmSync(dataDir, { recursive: true });
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
