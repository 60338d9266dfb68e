import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acuteChronicWorkload } from './acute-chronic-workload.ts';
import { beepTest } from './beep-test.ts';
import { criticalPower } from './critical-power.ts';
import { cyclingPower } from './cycling-power.ts';
import { trainingStressScore } from './training-stress-score.ts';

const days = (...loads: (readonly [load: number, days: number])[]) =>
  loads.flatMap(([load, count]) => Array<number>(count).fill(load));

describe('acute:chronic workload', () => {
  it.each(['rolling_average', 'ewma'] as const)('by %s is 1 if all days are equal', (method) => {
    const { acute_chronic_ratio } = acuteChronicWorkload.calculate({ daily_loads: days([350, 60]), method });
    expect(acute_chronic_ratio).toBeCloseTo(1, 12);
  });

  it('uses the last 28 days by rolling_average, and all days by ewma', () => {
    const longer = { daily_loads: days([900, 10], [300, 21], [500, 7]) };
    const shorter = { daily_loads: days([300, 21], [500, 7]) };
    const ratio = (loads: typeof longer, method: 'rolling_average' | 'ewma') =>
      acuteChronicWorkload.calculate({ ...loads, method }).acute_chronic_ratio;
    expect(ratio(longer, 'rolling_average')).toBe(ratio(shorter, 'rolling_average'));
    expect(ratio(longer, 'ewma')).toBeLessThan(ratio(shorter, 'ewma'));
  });

  it('accepts the loads as a text or as numbers', () => {
    const loads = days([300, 21], [500, 7]);
    const read = acuteChronicWorkload.answer({ daily_loads: loads.join(',') }, { texts: true });
    expect(read).toEqual(acuteChronicWorkload.answer({ daily_loads: loads }));
    expect(read).toMatchObject({ body: { acute_chronic_ratio: 1.429, profile: { daily_loads: loads } } });
  });
});

it('recovers critical power and the work above it from efforts computed with them', () => {
  const input = fc.record({
    power: fc.double({ min: 100, max: 450, noNaN: true }),
    work: fc.double({ min: 5000, max: 30_000, noNaN: true }),
  });
  fc.assert(
    fc.property(input, ({ power, work }) => {
      const effort = (time: number) => power + work / time;
      const found = criticalPower.calculate({
        power_1: effort(150),
        time_1: 150,
        power_2: effort(360),
        time_2: 360,
        power_3: effort(800),
        time_3: 800,
      });
      expect(found.critical_power_w).toBeCloseTo(power, 6);
      expect(found.work_above_critical_power_j).toBeCloseTo(work, 3);
      expect(found.r_squared).toBeCloseTo(1, 9);
    }),
  );
});

it('an hour at threshold power is 100 for every threshold', () => {
  for (const power of [120, 247, 431]) {
    const ride = { normalized_power: power, threshold_power: power, duration: 60 };
    expect(trainingStressScore.calculate(ride).training_stress_score).toBe(100);
  }
});

it('the shuttle run counts adults of any age as 18, and children by their age', () => {
  const at = (age: number) => beepTest.calculate({ age, level: 8 }).vo2max_ml_per_kg_min;
  expect(at(45)).toBe(at(18));
  expect(at(17)).toBeGreaterThan(at(18));
});

it('the parts of cycling power add up to it, and a tailwind faster than the rider pushes', () => {
  const ride = {
    weight: 78,
    speed: 30,
    grade: 3,
    headwind: -45,
    rolling_resistance: 0.004,
    drag_area: 0.32,
    air_density: 1.225,
    drivetrain_efficiency: 0.976,
  };
  const parts = cyclingPower.calculate(ride);
  const sum = parts.air_drag_w + parts.rolling_resistance_w + parts.gravity_w + parts.drivetrain_loss_w;
  expect(sum).toBeCloseTo(parts.power_w, 9);
  expect(parts.air_drag_w).toBeLessThan(0);
});
