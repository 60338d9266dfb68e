import { describe, expect, it } from 'vitest';
import type { AnswerOptions } from '../kit/index.ts';
import { lifestyleCalculators } from './index.ts';

type Input = Readonly<Record<string, string | number | readonly number[]>>;

function ask(name: string, input: Input, options: AnswerOptions = {}) {
  const calculator = lifestyleCalculators.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator.answer(input, { detail: 'full', ...options });
}

const drinker = { gender: 'male', weight: 80, alcohol: 40, hours: 2 };
const woman = { gender: 'female', weight: 60, alcohol: 20, hours: 1 };
const week = [7, 7, 7, 7, 7, 7, 7];

describe('outside its validity an equation is refused with the reason', () => {
  it.each<[string, Input, string, string]>([
    ['sleep-duration', { age: 1, months: 3 }, 'months', 'sleep-duration.first_year'],
    ['sleep-efficiency', { asleep: 481, in_bed: 480 }, 'asleep', 'sleep-efficiency.longer_than_in_bed'],
    [
      'social-jet-lag',
      { work_sleep_start: '23:00', work_sleep_end: '06:00', free_sleep_start: '00:00', free_sleep_end: '00:00' },
      'free_sleep_end',
      'social-jet-lag.no_sleep',
    ],
    ['blood-alcohol', { ...drinker, age: 16, height: 180 }, 'age', 'blood-alcohol.adults_only'],
    ['sweat-rate', { weight_before: 70, weight_after: 70.1, duration: 60 }, 'weight_after', 'sweat-rate.no_sweat'],
    [
      'sweat-rate',
      { weight_before: 70, weight_after: 69, duration: 60, urine: 1.1 },
      'weight_after',
      'sweat-rate.no_sweat',
    ],
    ['wind-chill', { temperature: 10.1, wind_speed: 20 }, 'temperature', 'wind-chill.too_warm'],
    ['wind-chill', { temperature: 0, wind_speed: 4.8 }, 'wind_speed', 'wind-chill.too_calm'],
    // 3 mph are 4.828 km/h.
    ['wind-chill', { temperature: 0, wind_speed: 4.82, method: 'nws' }, 'wind_speed', 'wind-chill.too_calm'],
    ['wet-bulb-temperature', { temperature: -15, humidity: 20 }, 'humidity', 'wet-bulb-temperature.cold_and_dry'],
    ['humidex', { temperature: 30, dew_point: 15, humidity: 40 }, 'dew_point', 'humidex.humidity_given_twice'],
    ['humidex', { temperature: 30, dew_point: 30.1 }, 'dew_point', 'humidex.dew_point_above_temperature'],
  ])('%s with %j: %s', (name, input, field, message) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code: 'outside_validity', message }] });
  });
});

describe('what is not of the form or the number that is meant is refused', () => {
  it.each<[string, Input, string, string]>([
    ['sleep-cycles', { wake_time: '6:30' }, 'wake_time', 'not_a_clock_time'],
    ['sleep-cycles', { wake_time: '24:00' }, 'wake_time', 'not_a_clock_time'],
    ['sleep-debt', { need: 8, hours: week.slice(1) }, 'hours', 'too_few'],
    ['sleep-debt', { need: 8, hours: [...week, 7] }, 'hours', 'too_many'],
    ['wet-bulb-temperature', { temperature: 20, humidity: 4 }, 'humidity', 'too_small'],
    ['wet-bulb-temperature', { temperature: 51, humidity: 50 }, 'temperature', 'too_large'],
  ])('%s with %j: %s', (name, input, field, code) => {
    expect(ask(name, input)).toMatchObject({ problems: [{ field, code }] });
  });
});

describe('an input beyond the range that an equation was made for is refused', () => {
  const air = { temperature: 20, humidity: 50, wind_speed: 10 };
  const { temperature, humidity } = air;
  const worked = { weight_before: 70, weight_after: 69, duration: 60 };
  it.each<[string, Input, string, number, number]>([
    ['wet-bulb-temperature', { humidity: 90 }, 'temperature', -20, 50],
    ['wet-bulb-temperature', { temperature }, 'humidity', 5, 99],
    ['dew-point', { humidity }, 'temperature', -40, 50],
    ['dew-point', { temperature }, 'humidity', 1, 100],
    ['humidex', { humidity }, 'temperature', 0, 50],
    ['humidex', { temperature }, 'humidity', 1, 100],
    ['heat-index', { humidity }, 'temperature', 5, 60],
    ['heat-index', { temperature }, 'humidity', 0, 100],
    ['apparent-temperature', air, 'wind_speed', 0, 200],
    ['wind-chill', { temperature: 0 }, 'wind_speed', 0, 400],
    ['wet-bulb-globe-temperature', { temperature, wet_bulb: 20 }, 'globe', -10, 90],
    ['sleep-duration', { age: 0 }, 'months', 0, 11],
    ['sleep-duration', { age: 30 }, 'hours', 0, 24],
    ['sleep-cycles', { wake_time: '06:30' }, 'cycles', 1, 8],
    ['sleep-efficiency', { asleep: 0 }, 'in_bed', 1, 1440],
    ['blood-alcohol', woman, 'height', 120, 230],
    ['blood-alcohol', { ...woman, height: 165 }, 'weight', 30, 300],
    ['sweat-rate', worked, 'weight_before', 20, 300],
    ['sweat-rate', { ...worked, weight_before: 300 }, 'weight_after', 20, 300],
    ['alcohol-units', { volume: 500 }, 'strength', 0, 100],
    ['air-quality-index', {}, 'pm2_5', 0, 1000],
  ])('%s with %j and %s from %d to %d', (name, input, field, min, max) => {
    expect(ask(name, { ...input, [field]: min - 1 })).toMatchObject({ problems: [{ field, code: 'too_small' }] });
    expect(ask(name, { ...input, [field]: max + 1 })).toMatchObject({ problems: [{ field, code: 'too_large' }] });
    for (const bound of [min, max]) {
      expect(JSON.stringify(ask(name, { ...input, [field]: bound }))).not.toContain('"code":"too_');
    }
  });
});

describe('what a method needs and is not given is asked for', () => {
  it.each<[string, Input, string[]]>([
    ['sleep-duration', { age: 0 }, ['months']],
    ['blood-alcohol', drinker, ['age', 'height']],
    ['blood-alcohol', woman, ['height']],
    ['wet-bulb-globe-temperature', { temperature: 30 }, ['wet_bulb', 'globe']],
    ['wet-bulb-globe-temperature', { temperature: 30, method: 'shade' }, ['humidity']],
    ['wet-bulb-globe-temperature', { wet_bulb: 20, method: 'indoor' }, ['globe']],
    ['humidex', { temperature: 30 }, ['humidity']],
  ])('%s with %j', (name, input, missing) => {
    const answer = ask(name, input);
    expect('problems' in answer && answer.problems.map(({ field, code }) => [field, code])).toEqual(
      missing.map((field) => [field, 'missing']),
    );
  });
});

describe('what is extrapolated or dangerous is answered with a warning', () => {
  it.each<[string, Input, Input]>([
    [
      'sweat-rate',
      { weight_before: 60, weight_after: 60.1, fluid_intake: 2, duration: 60 },
      { weight_before: 60, weight_after: 60, fluid_intake: 2, duration: 60 },
    ],
    // 40 °C and 55 % give 137.36 °F, 54 % give 135.9 °F.
    ['heat-index', { temperature: 40, humidity: 55 }, { temperature: 40, humidity: 54 }],
    ['air-quality-index', { pm2_5: 326 }, { pm2_5: 325.4 }],
  ])('%s warns for %j and not for %j', (name, doubtful, sound) => {
    expect(Object(ask(name, doubtful)).body.details.warnings).toHaveLength(1);
    expect(Object(ask(name, sound)).body.details.warnings).toEqual([]);
  });

  it('blood-alcohol always warns against driving', () => {
    expect(
      Object(ask('blood-alcohol', { ...drinker, alcohol: 0, method: 'widmark' })).body.details.warnings,
    ).toHaveLength(1);
  });
});

describe('the wind chill of imperial requests', () => {
  const imperial: AnswerOptions = { units: 'imperial' };

  it('uses the equation of the National Weather Service in imperial requests, with coefficients for °F and mph', () => {
    // 35.74 + 0.6215 · 12 − 35.75 · 18^0.16 + 0.4275 · 12 · 18^0.16 = −5.4258; the equation for °C gives −5.48.
    expect(ask('wind-chill', { temperature: 12, wind_speed: 18 }, imperial)).toMatchObject({
      body: { wind_chill_f: -5.43, details: { equation: { key: 'nws' } } },
    });
  });

  it('uses the equation of Canada on request', () => {
    expect(
      ask('wind-chill', { temperature: 12, wind_speed: 18, method: 'environment_canada' }, imperial),
    ).toMatchObject({ body: { details: { equation: { key: 'environment_canada' } } } });
  });

  it('accepts exactly 50 °F and 3 mph', () => {
    expect(ask('wind-chill', { temperature: 50, wind_speed: 3 }, imperial)).toHaveProperty('body');
  });
});

describe('the heat index', () => {
  const fahrenheit = (temperature: number, humidity: number) =>
    Object(ask('heat-index', { temperature, humidity }, { units: 'imperial' })).body.heat_index_f;

  // The algorithm of the Weather Prediction Center by hand: the regression and its adjustments.
  it.each([
    [91, 62, 103.39, 'no adjustment'],
    [80, 100, 89.29, 'the printed chart, without the adjustment of 2.1, has 87'],
    [95, 10, 89.45, '0.75 · √1 taken off'],
    [112, 12, 108.21, 'taking off 0.25 · √0 changes nothing'],
  ])('of %d °F and %d %% is %d °F: %s', (temperature, humidity, expected) => {
    expect(fahrenheit(temperature, humidity)).toBeCloseTo(expected, 2);
  });

  it('is given in °F and °C, even in metric requests', () => {
    expect(ask('heat-index', { temperature: 35, humidity: 60 })).toMatchObject({
      body: { heat_index_c: 45.05, heat_index_f: 113.09 },
    });
  });
});

it('blood-alcohol by all methods omits the one without its input, and says so', () => {
  const answer = Object(ask('blood-alcohol', { ...woman, method: 'all' }));
  expect(Object.keys(answer.body.by_method)).toEqual(['widmark', 'nhtsa']);
  expect(answer.body.details.warnings).toHaveLength(2);
});

it('counts UK units by volume, not by rounded grams', () => {
  // 25 mL of 40 % are exactly one unit; 7.89 g divided by 8 g would be 0.986.
  expect(ask('alcohol-units', { volume: 25, strength: 40 })).toMatchObject({ body: { standard_drinks: 1 } });
});

it('truncates a concentration after its first decimal, despite the noise of its double', () => {
  for (let tenths = 0; tenths <= 3254; tenths++) {
    const exact = Object(ask('air-quality-index', { pm2_5: tenths / 10 })).body.air_quality_index;
    const cut = Object(ask('air-quality-index', { pm2_5: tenths / 10 + 0.09 })).body.air_quality_index;
    expect(cut).toBe(exact);
  }
});

it('finds the shorter distance between two mid-sleeps, even across midnight', () => {
  const night = {
    work_sleep_start: '20:00',
    work_sleep_end: '03:00',
    free_sleep_start: '22:00',
    free_sleep_end: '05:00',
  };
  // 23:30 and 01:30
  expect(ask('social-jet-lag', night)).toMatchObject({ body: { social_jet_lag_hours: 2, shift: 'later' } });
  // 23:30 and 23:30.5
  expect(ask('social-jet-lag', { ...night, free_sleep_start: '20:00', free_sleep_end: '03:01' })).toMatchObject({
    body: { social_jet_lag_hours: 0.01, shift: 'later' },
  });
});
