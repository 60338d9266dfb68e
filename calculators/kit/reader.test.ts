import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  age,
  bodyFat,
  choice,
  date,
  distance,
  duration,
  flag,
  gender,
  height,
  hours,
  pace,
  quantity,
  series,
  time,
  unless,
  weight,
} from './fields.ts';
import { method } from './method.ts';
import { createInputReader, type InputReader, type ReadResult } from './reader.ts';
import type { UnitSystem } from './units.ts';

const equations = {
  first: { formula: 'a', sources: [], synonyms: ['one'] },
  second: { formula: 'b', sources: [] },
};
const reader = createInputReader(
  z.object({
    weight: weight(),
    height: height({ min: 100, max: 250 }),
    age: age({ min: 18, max: 100 }).optional(),
    gender: gender().optional(),
    body_fat: bodyFat().optional(),
    method: method(equations),
  }),
);

type Values = Readonly<Record<string, unknown>>;

/** Reads text values; `text` has them as `name=value`, separated by `&`. */
const readTexts = <Input>(from: InputReader<Input>, text: string, units: UnitSystem = 'metric') =>
  from.read(from.collectAll(Object.fromEntries(text.split('&').map((pair) => pair.split('=')))), units, true);
const readValues = <Input>(from: InputReader<Input>, values: Values) =>
  from.read(from.collectAll(values), 'metric', false);

const get = (text: string, units?: UnitSystem) => readTexts(reader, text, units);
const post = (values: Values) => readValues(reader, values);

function problems(result: ReadResult<unknown>) {
  return 'problems' in result ? result.problems.map(({ field, code }) => `${field}: ${code}`) : [];
}
function input(result: ReturnType<typeof get>) {
  return 'input' in result ? result.input : result.problems;
}

describe('texts', () => {
  it('are read into numbers and words, with the first equation by default', () => {
    expect(input(get('weight=82&height=178.5&age=34&gender=male'))).toEqual({
      weight: 82,
      height: 178.5,
      age: 34,
      gender: 'male',
      method: 'first',
    });
  });

  it.each(['method=second', 'equation=second', 'formula=second'])('chooses the equation by %s', (choice) => {
    expect(input(get(`weight=82&height=178&${choice}`))).toMatchObject({ method: 'second' });
  });

  it('are read without the isolates that a caller copied from a message in Arabic', () => {
    const query = 'weight=\u206882\u2069&height=178\u2069&gender=\u2068male\u2069&method=\u2068second\u2069';
    expect(input(get(query))).toEqual({ weight: 82, height: 178, gender: 'male', method: 'second' });
    expect(problems(get('weight=8\u20682&height=178'))).toEqual(['weight: not_a_number']);
  });

  it('takes the synonyms of an equation', () => {
    expect(input(get('weight=82&height=178&method=one'))).toMatchObject({ method: 'first' });
  });

  it('reports all mistakes at once', () => {
    expect(problems(get('weight=abc&hieght=180&age=30.5&gender=Male&colour=red')).toSorted()).toEqual([
      'age: not_an_integer',
      'colour: unknown',
      'gender: not_allowed',
      'hieght: unknown_nearest',
      'weight: not_a_number',
    ]);
  });

  it('refuses one input under two of its names', () => {
    expect(problems(get('weight=80&height=178&method=first&equation=first'))).toEqual(['equation: repeated']);
  });

  it('names what is missing, empty, too small and too large', () => {
    expect(problems(get('height='))).toEqual(['height: empty', 'weight: missing']);
    expect(problems(get('weight=1.9&height=250.1'))).toEqual(['weight: too_small', 'height: too_large']);
    expect(problems(get('weight=2&height=250'))).toEqual([]);
  });

  it('does not accept __proto__ as a parameter', () => {
    expect(problems(get('weight=80&height=178&__proto__=1'))).toEqual(['__proto__: unknown']);
    expect(problems(get('weight=80&height=178&method=__proto__'))).toEqual(['method: not_allowed']);
  });
});

describe('imperial units', () => {
  it('are converted before they are checked: 5 ft 10 in is 177.8 cm', () => {
    expect(input(get('weight=180&height=70', 'imperial'))).toMatchObject({ weight: 81.6466266, height: 177.8 });
  });

  it('have their bounds in pounds and inches', () => {
    const result = get('weight=180&height=20', 'imperial');
    expect('problems' in result && result.problems[0]?.values?.min).toEqual({ number: 39.37, unit: 'in' });
  });
});

describe('values as in JSON', () => {
  // A random call found this: 390 / 1e-320 is infinity, and became null in an answer with status 200.
  it('turns numbers so near to zero that a division overflows into zero', () => {
    const loaded = createInputReader(
      z.object({ load: quantity({ min: 0, max: 9 }), loads: series({ min: 0, max: 9 }, { least: 1, most: 9 }) }),
    );
    const loadOf = (load: number) => readValues(loaded, { load, loads: [load] });
    for (const load of [1e-320, -0, 9.9e-31]) expect(loadOf(load)).toMatchObject({ input: { load: 0, loads: [0] } });
    expect(loadOf(1e-30)).toMatchObject({ input: { load: 1e-30, loads: [1e-30] } });
  });

  it('has numbers, not texts of numbers', () => {
    expect(input(post({ weight: 82, height: 178 }))).toMatchObject({ weight: 82, height: 178 });
    expect(problems(post({ weight: '82', height: [178] }))).toEqual(['weight: not_a_number', 'height: not_a_number']);
    const read = post({ weight: '82', height: 'tall' });
    expect('problems' in read && read.problems.map(({ message }) => message)).toEqual([
      'input.quoted_number',
      'input.not_a_number',
    ]);
    expect(problems(post({ weight: 82, height: 178, gender: 1, age: null }))).toEqual([
      'age: not_a_number',
      'gender: not_text',
    ]);
  });

  it('does not accept a member named __proto__', () => {
    expect(problems(post(JSON.parse('{"weight":82,"height":178,"__proto__":1}')))).toEqual(['__proto__: unknown']);
  });
});

describe('a span of time', () => {
  const timed = createInputReader(
    z.object({
      time: time({ min: 60, max: 36_000 }).optional(),
      pace: pace({ min: 100, max: 1_200 }).optional(),
      distance: distance({ min: 100, max: 100_000 }).optional(),
    }),
  );
  const query = (text: string, units?: UnitSystem) => readTexts(timed, text, units);
  const body = (values: Values) => readValues(timed, values);

  it.each(['time=48:30', 'time=0:48:30', 'time=2910', 'time=2910.0'])('is read in seconds: %s', (text) => {
    expect(query(text)).toMatchObject({ input: { time: 2910 } });
  });

  it('is a number of seconds in JSON, or a text with a colon', () => {
    expect(body({ time: 2910 })).toMatchObject({ input: { time: 2910 } });
    expect(body({ time: '48:30' })).toMatchObject({ input: { time: 2910 } });
    for (const wrong of ['2910', '48:75', '', null, [2910], Number.NaN]) {
      expect(problems(body({ time: wrong }))).toEqual([`time: ${wrong === '' ? 'empty' : 'not_a_time'}`]);
    }
  });

  it('is checked against its bounds in seconds', () => {
    expect(query('time=0:59')).toMatchObject({
      problems: [{ code: 'too_small', values: { min: { number: 60, unit: 's' } } }],
    });
  });

  it('is per mile for a pace in imperial requests, and distances are in miles', () => {
    // 8:02.8032 a mile is 482.8032 / 1.609344 = 300 seconds a kilometre; 6.2 mi · 1609.344 = 9977.9328 m
    const read = query('pace=8:02.803&distance=6.2', 'imperial');
    const { pace, distance } = 'input' in read ? read.input : {};
    expect(pace).toBeCloseTo(300, 3);
    expect(distance).toBeCloseTo(9977.9328, 9);
    expect(query('pace=2:00', 'imperial')).toMatchObject({
      problems: [{ values: { min: { number: 160.93, unit: 's/mi' } } }],
    });
  });
});

describe('numbers in order', () => {
  const several = createInputReader(z.object({ loads: series({ min: 0, max: 1_000 }, { least: 2, most: 4 }) }));
  const query = (loads: string) => readTexts(several, `loads=${loads}`);
  const body = (loads: unknown) => readValues(several, { loads });

  it('are comma-separated in a text, and an array in JSON', () => {
    expect(query('7,6.5,8')).toMatchObject({ input: { loads: [7, 6.5, 8] } });
    expect(body([7, 6.5, 8])).toMatchObject({ input: { loads: [7, 6.5, 8] } });
  });

  it.each(['7,,8', '7;8', '7, 8', '7,abc', 'Infinity,1'])('are not %s', (loads) => {
    expect(problems(query(loads))).toEqual(['loads: not_a_series']);
  });

  it.each([['7,8'], [7], [['7', '8']], [[7, null]], [{ 0: 7, 1: 8 }]])('are not %j in JSON', (loads) => {
    expect(problems(body(loads))).toEqual(['loads: not_a_series']);
  });

  it('are spans of time in minutes or hours, as single ones are', () => {
    const nights = createInputReader(
      z.object({ hours: series({ min: 0, max: 24 }, { least: 2, most: 4, unit: 'h' }).optional() }),
    );
    expect(readTexts(nights, 'hours=7:30:00,6.5')).toMatchObject({ input: { hours: [7.5, 6.5] } });
    expect(readValues(nights, { hours: ['7:30:00', 6.5] })).toMatchObject({ input: { hours: [7.5, 6.5] } });
    expect(problems(readTexts(nights, 'hours=7:30,6.5'))).toEqual(['hours: not_a_time']);
    expect(problems(readTexts(nights, 'hours=25:00:00,6.5'))).toEqual(['hours: too_large']);
  });

  it('are bounded in count and in value', () => {
    expect(query('7')).toMatchObject({ problems: [{ code: 'too_few', values: { min: 2 } }] });
    expect(query('1,2,3,4,5')).toMatchObject({ problems: [{ code: 'too_many', values: { max: 4 } }] });
    expect(query('7,1001')).toMatchObject({ problems: [{ code: 'too_large', values: { max: '1000' } }] });
  });
});

describe('a date', () => {
  const dated = createInputReader(z.object({ day: date({ first: '1900-01-01', last: '2100-12-31' }) }));
  const read = (day: unknown) => readValues(dated, { day });

  it.each(['2024-02-29', '2000-02-29', '1900-01-01', '2100-12-31'])('is %s', (day) => {
    expect(read(day)).toMatchObject({ input: { day } });
    expect(readTexts(dated, `day=${day}`)).toMatchObject({ input: { day } });
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-1-1',
    '20240101',
    '2024-01-01T00:00:00Z',
    ' 2024-01-01',
    '01/02/2024',
    '+002024-01-01',
    '1899-12-31',
    '2101-01-01',
    'today',
  ])('is not %s', (day) => {
    expect(read(day)).toMatchObject({
      problems: [
        { field: 'day', code: 'not_a_date', values: { field: 'day', first: '1900-01-01', last: '2100-12-31' } },
      ],
    });
  });

  it('is a text in JSON', () => {
    expect(problems(read(20_240_101))).toEqual(['day: not_text']);
  });
});

describe('a flag', () => {
  const flagged = createInputReader(z.object({ pregnant: flag().default(false) }));

  it.each([true, false])('is %s', (pregnant) => {
    expect(readTexts(flagged, `pregnant=${pregnant}`)).toMatchObject({ input: { pregnant } });
    expect(readValues(flagged, { pregnant })).toMatchObject({ input: { pregnant } });
    expect(readValues(flagged, {})).toMatchObject({ input: { pregnant: false } });
  });

  it.each(['1', '0', 'yes', 'TRUE', 'on'])('is not %s', (text) => {
    expect(readTexts(flagged, `pregnant=${text}`)).toMatchObject({
      problems: [{ field: 'pregnant', code: 'not_allowed', values: { allowed: 'true, false' } }],
    });
  });

  it.each(['true', 1, null])('is not %j in JSON', (value) => {
    expect(problems(readValues(flagged, { pregnant: value }))).toEqual(['pregnant: not_allowed']);
  });
});

describe('a span of time is written the same way in every unit', () => {
  const spans = createInputReader(
    z.object({
      time: time({ min: 0, max: 100_000 }).optional(),
      duration: duration({ min: 0, max: 1440 }).optional(),
      hours: hours({ min: 0, max: 24 }).optional(),
    }),
  );

  it.each([
    ['time=48:30', { time: 2910 }],
    ['duration=48:30', { duration: 48.5 }],
    ['duration=1:30:00', { duration: 90 }],
    ['duration=45', { duration: 45 }],
    ['hours=7:30:00', { hours: 7.5 }],
    ['hours=7.5', { hours: 7.5 }],
  ])('%s', (text, input) => {
    expect(readTexts(spans, text)).toMatchObject({ input });
  });

  it('a JSON body takes the text as well', () => {
    expect(readValues(spans, { duration: '1:30:00', hours: '0:45:00' })).toMatchObject({
      input: { duration: 90, hours: 0.75 },
    });
  });

  it.each([
    ['duration=1:75', 'not_a_time'],
    ['hours=7:30', 'not_a_time'],
    ['duration=long', 'not_a_number'],
    ['duration=1:30:00.5.1', 'not_a_time'],
    ['hours=25:00:00', 'too_large'],
  ])('%s is refused', (text, code) => {
    const [name] = text.split('=');
    expect(problems(readTexts(spans, text))).toEqual([`${name}: ${code}`]);
  });
});

it('lets one input replace another, and misses the first without both', () => {
  const either = createInputReader(
    z.object({
      weight: weight(),
      level: unless('factor', choice(['low'])),
      factor: quantity({ min: 1, max: 5 }).optional(),
    }),
  );
  const tell = (text: string) => problems(readTexts(either, text));
  expect(tell('weight=82&level=low')).toEqual([]);
  expect(tell('weight=82&factor=1.5')).toEqual([]);
  expect(tell('weight=82')).toEqual(['level: missing']);
  expect(tell('weight=x')).toEqual(['weight: not_a_number', 'level: missing']);
  expect(tell('weight=82&factor=x')).toEqual(['factor: not_a_number']);
});
