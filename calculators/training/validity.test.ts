import { describe, expect, it } from 'vitest';
import { trainingCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number | readonly number[]>>;

function ask(name: string, input: Input) {
  const calculator = trainingCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full' });
}

const walk = { gender: 'male', age: 69, weight: 180, time: 1500, heart_rate: 190 };
const session = { gender: 'male', duration: 60, heart_rate: 140, resting_heart_rate: 50, max_heart_rate: 190 };
const efforts = { power_1: 400, time_1: 180, power_2: 300, time_2: 720 };

describe('outside its validity an equation is refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['running-pace', { distance: 5000, pace: 300, speed: 12 }, 'speed', 'running-pace.given_twice'],
    ['running-pace', { distance: 5000, time: 1500, pace: 300 }, 'time', 'running-pace.two_of_three'],
    ['running-pace', { distance: 5000 }, 'time', 'running-pace.two_of_three'],
    ['running-pace', { time: 1500 }, 'distance', 'running-pace.two_of_three'],
    [
      'race-time',
      { distance: 799, time: 150, target_distance: 1500, method: 'daniels_gilbert' },
      'distance',
      'uncovered_race',
    ],
    [
      'race-time',
      { distance: 5000, time: 1200, target_distance: 50_001, method: 'daniels_gilbert' },
      'target_distance',
      'uncovered_race',
    ],
    ['one-mile-jog', { gender: 'male', weight: 75, time: 479, heart_rate: 160 }, 'time', 'one-mile-jog.too_fast'],
    ['one-mile-jog', { gender: 'female', weight: 60, time: 539, heart_rate: 160 }, 'time', 'one-mile-jog.too_fast'],
    ['heart-rate-ratio', { max_heart_rate: 110, resting_heart_rate: 110 }, 'resting_heart_rate', 'resting_below_max'],
    ['beep-test', { age: 30, level: 8, speed: 12 }, 'speed', 'beep-test.given_twice'],
    ['training-impulse', { ...session, heart_rate: 49 }, 'heart_rate', 'training-impulse.between'],
    ['training-impulse', { ...session, heart_rate: 191 }, 'heart_rate', 'training-impulse.between'],
    [
      'training-impulse',
      { ...session, resting_heart_rate: 110, max_heart_rate: 110 },
      'resting_heart_rate',
      'resting_below_max',
    ],
    ['acute-chronic-workload', { acute_load: 10, chronic_load: 0 }, 'chronic_load', 'acute-chronic-workload.no_load'],
    [
      'acute-chronic-workload',
      { daily_loads: Array<number>(28).fill(0) },
      'daily_loads',
      'acute-chronic-workload.no_load',
    ],
    [
      'acute-chronic-workload',
      { acute_load: 10, daily_loads: Array<number>(28).fill(5) },
      'daily_loads',
      'acute-chronic-workload.given_twice',
    ],
    ['critical-power', { ...efforts, time_2: 180 }, 'time_2', 'critical-power.same_time'],
    ['critical-power', { ...efforts, power_2: 90 }, 'power_2', 'critical-power.not_all_out'],
    ['critical-power', { ...efforts, power_2: 401 }, 'power_2', 'critical-power.not_all_out'],
    ['cycling-power', { weight: 80, speed: 30, grade: -8 }, 'grade', 'cycling-power.rolls_by_itself'],
    ['cycling-power', { weight: 80, speed: 20, headwind: -60 }, 'headwind', 'cycling-power.rolls_by_itself'],
    ['critical-swim-speed', { short_time: 100, long_time: 90 }, 'long_time', 'critical-swim-speed.times'],
    [
      'critical-swim-speed',
      { short_time: 100, long_time: 200, short_distance: 400 },
      'long_distance',
      'critical-swim-speed.distances',
    ],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

describe('beyond the people or loads of the paper a number is refused, not held', () => {
  it.each<[string, Input, string, string]>([
    ['one-rep-max', { load: 50, repetitions: 16 }, 'repetitions', 'too_large'],
    ['powerlifting-points', { gender: 'male', weight: 34.9, total: 200 }, 'weight', 'too_small'],
    ['age-adjusted-total', { age: 13, total: 200 }, 'age', 'too_small'],
    ['age-adjusted-total', { age: 91, total: 200 }, 'age', 'too_large'],
    ['rockport-walk', { ...walk, weight: 80, age: 29 }, 'age', 'too_small'],
    ['rockport-walk', { ...walk, weight: 80, age: 70 }, 'age', 'too_large'],
    ['one-mile-jog', { gender: 'male', weight: 75, time: 600, heart_rate: 181 }, 'heart_rate', 'too_large'],
    ['beep-test', { age: 7, level: 3 }, 'age', 'too_small'],
    ['astrand-cycle', { gender: 'male', age: 66, weight: 80, power: 100, heart_rate: 130 }, 'age', 'too_large'],
    ['astrand-cycle', { gender: 'male', age: 40, weight: 80, power: 100, heart_rate: 119 }, 'heart_rate', 'too_small'],
    ['astrand-cycle', { gender: 'male', age: 40, weight: 80, power: 100, heart_rate: 171 }, 'heart_rate', 'too_large'],
    ['predicted-vo2max', { gender: 'male', age: 19, weight: 80 }, 'age', 'too_small'],
    ['predicted-vo2max', { gender: 'male', age: 80, weight: 80 }, 'age', 'too_large'],
    ['six-minute-walk', { gender: 'male', age: 39, weight: 80, height: 180 }, 'age', 'too_small'],
    ['six-minute-walk', { gender: 'male', age: 81, weight: 80, height: 180 }, 'age', 'too_large'],
  ])('%s with %j: %s %s', (name, input, field, code) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code }] });
  });
});

describe('what a method needs and is not given is asked for', () => {
  it.each<[string, Input, string[]]>([
    ['one-and-a-half-mile-run', { time: 700, method: 'george' }, ['gender', 'weight']],
    ['beep-test', { age: 30 }, ['speed']],
    ['training-impulse', {}, ['gender', 'duration', 'heart_rate', 'resting_heart_rate', 'max_heart_rate']],
    ['training-impulse', { method: 'edwards' }, ['zone_minutes']],
    ['acute-chronic-workload', {}, ['acute_load', 'chronic_load']],
    ['acute-chronic-workload', { acute_load: 1, chronic_load: 1, method: 'ewma' }, ['daily_loads']],
    ['critical-power', { ...efforts, power_3: 280 }, ['time_3']],
    ['critical-power', { ...efforts, time_5: 600 }, ['power_5']],
  ])('%s with %j', (name, input, missing) => {
    const answer = ask(name, input);
    expect('problems' in answer && answer.problems.map(({ field, code }) => [field, code])).toEqual(
      missing.map((field) => [field, 'missing']),
    );
  });
});

describe('what is extrapolated or held is answered with a warning', () => {
  const lifter = { gender: 'male', total: 600 };
  it.each<[string, Input, Input]>([
    ['one-rep-max', { load: 50, repetitions: 11 }, { load: 50, repetitions: 10 }],
    ['powerlifting-points', { ...lifter, weight: 210.1 }, { ...lifter, weight: 210 }],
    ['powerlifting-points', { ...lifter, weight: 39.9 }, { ...lifter, weight: 40 }],
    ['powerlifting-points', { ...lifter, weight: 202, method: 'wilks' }, { ...lifter, weight: 202, method: 'ipf_gl' }],
    [
      'race-time',
      { distance: 10_000, time: 3600, target_distance: 42_195 },
      { distance: 10_000, time: 3600, target_distance: 30_000 },
    ],
    [
      'race-time',
      { distance: 400, time: 60, target_distance: 5000 },
      { distance: 1000, time: 210, target_distance: 5000 },
    ],
    ['beep-test', { age: 51, level: 5 }, { age: 50, level: 5 }],
    ['critical-power', { ...efforts, time_1: 119 }, { ...efforts, time_1: 120, time_2: 900 }],
  ])('%s warns for %j and not for %j', (name, doubtful, sound) => {
    expect(Object(ask(name, doubtful)).body.details.warnings).toHaveLength(1);
    expect(Object(ask(name, sound)).body.details.warnings).toEqual([]);
  });
});

describe('the limits are those of the person that is asked about', () => {
  it.each<[string, Input, string, string, number]>([
    ['predicted-vo2max', { gender: 'female', age: 70, weight: 60, vo2max: 20 }, 'percentile_band', 'p50_to_p75', 18.3],
    [
      'six-minute-walk',
      { gender: 'female', age: 60, weight: 60, height: 160, distance: 400 },
      'category',
      'normal',
      381.4,
    ],
    [
      'grip-strength-ratio',
      { gender: 'female', grip_strength: 18, weight: 60, height: 160 },
      'grip_category',
      'intermediate',
      16,
    ],
  ])('%s with %j: %s %s from %d', (name, input, result, key, from) => {
    const { body } = Object(ask(name, input));
    expect(body[result]).toBe(key);
    const bounds: { key: string; from: number }[] = body.details.classes[result];
    expect(bounds.find((entry) => entry.key === key)?.from).toBeCloseTo(from, 9);
  });
});
