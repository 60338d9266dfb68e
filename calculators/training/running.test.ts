import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfVdot, vdotOfRace } from './daniels-gilbert.ts';
import { oneAndAHalfMileRun } from './one-and-a-half-mile-run.ts';
import { raceTime } from './race-time.ts';
import { runningPace } from './running-pace.ts';

// Daniels' Running Formula prints these times; its tables are rounded and smoothed by hand.
describe.each([
  [50, { 1500: '5:24', 3000: '11:33', 5000: '19:57', 10000: '41:21', 15000: '63:36', 42195: '190:49' }],
  [60, { 1500: '4:35', 3000: '9:50', 5000: '17:03', 10000: '35:22', 15000: '54:25', 42195: '163:25' }],
])('VDOT %d', (vdot, table) => {
  it.each(Object.entries(table))('runs %s m within 10 seconds of the printed %s', (distance, printed) => {
    const [minutes = 0, seconds = 0] = printed.split(':').map(Number);
    expect(Math.abs(timeOfVdot(vdot, Number(distance)) - (60 * minutes + seconds))).toBeLessThan(10);
  });
});

const distances = fc.constantFrom(800, 1500, 5000, 21_097.5, 42_195, 50_000);
const vdots = fc.double({ min: 15, max: 90, noNaN: true });

describe('the equation of Daniels and Gilbert', () => {
  it('recovers a VDOT from the time predicted for it', () => {
    fc.assert(
      fc.property(vdots, distances, (vdot, distance) => {
        expect(vdotOfRace(distance, timeOfVdot(vdot, distance))).toBeCloseTo(vdot, 9);
      }),
    );
  });

  it('falls as the time over a distance grows, so bisection finds the only answer', () => {
    fc.assert(
      fc.property(distances, fc.double({ min: 2.3, max: 6, noNaN: true }), (distance, speed) => {
        const time = distance / speed;
        expect(vdotOfRace(distance, time)).toBeGreaterThan(vdotOfRace(distance, time * 1.001));
      }),
    );
  });
});

it('Riegel’s equation is its own inverse between two distances', () => {
  const there = (distance: number, time: number, target: number) =>
    raceTime.calculate({ distance, time, target_distance: target, method: 'riegel' }).predicted_time_s;
  expect(there(21_097.5, there(10_000, 2910, 21_097.5), 10_000)).toBeCloseTo(2910, 9);
});

describe('pace', () => {
  it('is per mile in imperial requests, with distance and speed in miles', () => {
    // 26.2 · 480 = 12576 s; 480 / 1.609344 = 298.258 s; 26.2 · 1609.344 = 42164.8128 m; 3600 / 480 = 7.5 mph
    expect(runningPace.answer({ distance: 26.2, pace: '8:00' }, { units: 'imperial' })).toMatchObject({
      body: {
        time: '3:29:36',
        pace_per_mile: '8:00',
        pace_per_km: '4:58',
        distance_m: 42_164.81,
        distance_mi: 26.2,
        speed_mph: 7.5,
        profile: { distance_m: 42_164.81, pace_s_per_km: 298.26 },
      },
    });
  });

  it('is the same for any two of the three inputs', () => {
    const bounded = fc.record({
      distance: fc.double({ min: 400, max: 50_000, noNaN: true }),
      pace: fc.double({ min: 150, max: 700, noNaN: true }),
    });
    fc.assert(
      fc.property(bounded, ({ distance, pace }) => {
        const { time_s } = runningPace.calculate({ distance, pace });
        expect(runningPace.calculate({ distance, time: time_s }).pace_s_per_km).toBeCloseTo(pace, 6);
        expect(runningPace.calculate({ time: time_s, speed: 3600 / pace }).distance_m).toBeCloseTo(distance, 4);
      }),
    );
  });
});

it('lists every equation whose inputs are given', () => {
  const answer = oneAndAHalfMileRun.answer({ time: '11:30', method: 'all' }, { detail: 'full' });
  expect(answer).toMatchObject({
    body: {
      vo2max_ml_per_kg_min: 45.5,
      by_method: { acsm: { vo2max_ml_per_kg_min: 45.5 } },
      details: { warnings: [expect.stringContaining('gender'), expect.stringContaining('weight')] },
    },
  });
});
