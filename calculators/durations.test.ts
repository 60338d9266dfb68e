import { expect, it } from 'vitest';
import { readField } from './kit/field-reader.ts';
import type { FieldReader } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';

const SECONDS_IN: Readonly<Record<string, number>> = { s: 1, 's/km': 1, min: 60, h: 3600 };

/** The unit of an input, if it is one of time. */
function secondsIn({ meta }: FieldReader): number | undefined {
  return SECONDS_IN[meta.dimension === 'pace' ? 's/km' : (meta.unit ?? '')];
}

const spans = builtIn.flatMap(({ name, fields }) =>
  fields.flatMap((field) => {
    const unit = secondsIn(field);
    return unit === undefined ? [] : [[`${name}: ${field.name}`, field, unit] as const];
  }),
);

/** The seconds that an input reads in a text; `NaN` if it refuses the text. */
function secondsOf(field: FieldReader, text: string, unit: number): number {
  const read = readField(field, text, true, 'metric');
  if ('problem' in read) return Number.NaN;
  return Number(Array.isArray(read.value) ? read.value[0] : read.value) * unit;
}

it('finds spans of time of every unit', () => {
  expect(new Set(spans.map(([, , unit]) => unit))).toEqual(new Set([1, 60, 3600]));
});

it.each(
  builtIn.flatMap(({ name, fields }) =>
    fields
      .filter((field) =>
        /(^|_)(time|duration|minutes|hours|pace|latency|half_life|need|asleep|in_bed)(_|$)/.test(field.name),
      )
      .filter(({ meta, kind }) => !meta.clock && kind !== 'date')
      .map((field) => [`${name}: ${field.name}`, field] as const),
  ),
)('%s is a span of time with a unit', (_, field) => {
  expect(secondsIn(field)).toBeDefined();
});

it.each(spans)('%s has the same seconds for the same text', (_, field, unit) => {
  expect(secondsOf(field, '1:02:03', unit)).toBeCloseTo(3723, 6);
  expect(secondsOf(field, '0:48:30.5', unit)).toBeCloseTo(2910.5, 6);
  expect(secondsOf(field, '90', unit)).toBe(90 * unit);
  for (const text of ['48:30', '90:00']) {
    const [minutes = '', seconds = ''] = text.split(':');
    // In hours the caller may mean hours and minutes.
    const expected = unit === 3600 ? Number.NaN : Number(minutes) * 60 + Number(seconds);
    if (Number.isNaN(expected)) expect(secondsOf(field, text, unit)).toBeNaN();
    else expect(secondsOf(field, text, unit)).toBeCloseTo(expected, 6);
  }
  for (const text of ['1:60', '1:5', '1:2:3:4', '1h30', '90min', '-1:30', 'PT90M']) {
    expect(secondsOf(field, text, unit)).toBeNaN();
  }
});
