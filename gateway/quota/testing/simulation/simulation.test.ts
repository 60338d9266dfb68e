import { describe, expect, it } from 'vitest';
import { besideEmbedded } from './beside-embedded.ts';
import { Violation } from './ledger.ts';
import { LEASE_MISTAKES, MISTAKES } from './mistakes.ts';
import { MODEL_RULES, ModelStore } from './model-store.ts';
import { simulate } from './simulate.ts';
import { EndlessSchedule } from './virtual-time.ts';

/**
 * `SIMULATION_SEED=61 vitest run gateway/quota/testing/simulation` replays one schedule; a violation names its seed.
 */
const ONE_SEED = process.env.SIMULATION_SEED;
const SCHEDULES = Number(process.env.SIMULATION_SCHEDULES ?? 5_000);
const LEASED = Number(process.env.SIMULATION_LEASED ?? 300);
const PARTITIONED = Number(process.env.SIMULATION_PARTITIONED ?? 1_000);
const PATIENCE = 180_000;

describe('admission, checkpoint and recovery under faults', () => {
  if (ONE_SEED !== undefined) {
    it(`keep every guarantee under the seed ${ONE_SEED}`, async () => {
      await simulate(Number(ONE_SEED), { besideModel: true });
      await simulate(Number(ONE_SEED), { leases: true });
      await simulate(Number(ONE_SEED), { leases: true, power: true });
      await simulate(Number(ONE_SEED), { partitions: true });
    });
  }

  it(`keep every guarantee in ${SCHEDULES} schedules`, { timeout: PATIENCE }, async () => {
    for (let seed = 1; seed <= SCHEDULES; seed += 1) await simulate(seed);
  });

  it(`keep every guarantee with leases in ${LEASED} schedules`, { timeout: PATIENCE }, async () => {
    for (let seed = 1; seed <= LEASED; seed += 1) await simulate(seed, { leases: true });
  });

  it(`keep every guarantee with DURABILITY=power and losses of power in ${LEASED} schedules`, {
    timeout: PATIENCE,
  }, async () => {
    for (let seed = 1; seed <= LEASED; seed += 1) await simulate(seed, { leases: true, power: true });
  });

  it(`keep every guarantee when a process is cut off around a loss of data, in ${PARTITIONED} schedules`, {
    timeout: PATIENCE,
  }, async () => {
    for (let seed = 1; seed <= PARTITIONED; seed += 1) await simulate(seed, { partitions: true });
  });

  it('are reproducible by seed', async () => {
    for (let seed = 1; seed <= 20; seed += 1) expect(await simulate(seed)).toBe(await simulate(seed));
    expect(new Set(await Promise.all([1, 2, 3, 4].map((seed) => simulate(seed)))).size).toBe(4);
    for (let seed = 1; seed <= 20; seed += 1) {
      expect(await simulate(seed, { leases: true })).toBe(await simulate(seed, { leases: true }));
    }
  });

  it('leave the embedded store equal to the model', { timeout: PATIENCE }, () => besideEmbedded(1, 25));
});

/** Schedules within which a planted mistake is found. */
const MOST_SCHEDULES = 6_000;

describe('a planted mistake is found', () => {
  it.each(Object.entries(MISTAKES))('by the model: %s', async (_mistake, rules) => {
    expect(
      await firstViolation(MOST_SCHEDULES, () => ({
        store: (clock) => new ModelStore(rules, clock),
        besideModel: true,
      })),
    ).not.toBeNull();
  });

  it.each(Object.entries(MISTAKES))('by the ledger of calls alone: %s', async (_mistake, rules) => {
    expect(
      await firstViolation(MOST_SCHEDULES, () => ({ store: (clock) => new ModelStore(rules, clock) })),
    ).not.toBeNull();
  });
});

it('finds a recovery that does not look into the checkpoint', async () => {
  expect(
    await firstViolation(MOST_SCHEDULES, () => ({ partitions: true, mistake: 'ignores checkpoints' })),
  ).not.toBeNull();
});

it('finds an answer that leaves before the disk has its record', async () => {
  expect(
    await firstViolation(MOST_SCHEDULES, () => ({ leases: true, power: true, mistake: 'answers before the sync' })),
  ).not.toBeNull();
});

it('finds an answer during an outage that leaves before its record', async () => {
  expect(
    await firstViolation(MOST_SCHEDULES, () => ({ leases: true, power: true, mistake: 'answers before the record' })),
  ).not.toBeNull();
});

it('finds a recovery that takes a command in doubt as not run', async () => {
  expect(await firstViolation(MOST_SCHEDULES, () => ({ mistake: 'ignores outcomes' }))).not.toBeNull();
});

describe('a planted mistake with leases is found', () => {
  it.each(Object.entries(LEASE_MISTAKES))('%s', async (_mistake, { rules = MODEL_RULES, mistake, from }) => {
    const options = (): Parameters<typeof simulate>[1] => ({
      store: (clock) => new ModelStore(rules, clock),
      leases: true,
      ...(mistake && { mistake }),
    });
    expect(await firstViolation(5_000, options, from)).not.toBeNull();
  });
});

async function firstViolation(
  schedules: number,
  options: () => Parameters<typeof simulate>[1],
  from = 1,
): Promise<Error | null> {
  for (let seed = from; seed < from + schedules; seed += 1) {
    try {
      await simulate(seed, options());
    } catch (error) {
      if (error instanceof Violation || error instanceof EndlessSchedule) return error;
      throw error;
    }
  }
  return null;
}
