import { expect, it } from 'vitest';
import { type SimulationOptions, simulate } from './simulate.ts';

/** `SIMULATION_LEASED=1000000 npx vitest run --mode long gateway/quota/testing/simulation` plays a million schedules. */
const SCHEDULES = Number(process.env.SIMULATION_LEASED ?? 10_000);
const FIRST = Number(process.env.SIMULATION_FIRST ?? 1);

const CASES: readonly (readonly [string, SimulationOptions])[] = [
  ['faults', { leases: true }],
  ['faults and partitions', { leases: true, partitions: true }],
  ['faults and losses of power', { leases: true, power: true }],
];

it.each(CASES)(
  `leases keep every guarantee under %s in ${SCHEDULES} schedules`,
  {
    timeout: 7_200_000,
  },
  async (_name, options) => {
    const violations: string[] = [];
    for (let seed = FIRST; seed < FIRST + SCHEDULES && violations.length < 5; seed += 1) {
      await simulate(seed, options).catch((error: unknown) => void violations.push(String(error)));
    }
    expect(violations).toEqual([]);
  },
);
