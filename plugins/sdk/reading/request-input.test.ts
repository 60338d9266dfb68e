import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { field, method } from '../../../calculators/kit/index.ts';
import { createReader } from './request-input.ts';

const equations = { first: { formula: 'a', sources: [] }, second: { formula: 'b', sources: [] } };
const reader = createReader(
  z.object({
    weight: field.weight(),
    height: field.height({ min: 100, max: 250 }),
    age: field.age({ min: 18, max: 100 }).optional(),
    gender: field.gender().optional(),
    method: method(equations),
  }),
);

const get = (text: string) => reader.read({ query: text.split('&').flatMap((pair) => pair.split('=')), body: null });
const post = (body: Record<string, unknown>, query: string[] = []) => reader.read({ query, body });

function problems(result: ReturnType<typeof get>) {
  return 'problems' in result ? result.problems.map(({ field: name, code }) => `${name}: ${code}`) : [];
}

describe('a query', () => {
  it('reports all mistakes at once', () => {
    const query = 'weight=abc&hieght=180&age=30.5&gender=Male&colour=red&units=both&lang=xx';
    expect(problems(get(query)).toSorted()).toEqual([
      'age: not_an_integer',
      'colour: unknown',
      'gender: not_allowed',
      'hieght: unknown_nearest',
      'lang: not_allowed',
      'units: not_allowed',
      'weight: not_a_number',
    ]);
  });

  it.each(['weight=80&weight=80', 'method=first&equation=first', 'units=metric&units=metric'])(
    'refuses the repetition %s',
    (repeated) => {
      const rest = repeated.startsWith('weight') ? 'height=178' : 'weight=80&height=178';
      expect(problems(get(`${rest}&${repeated}`))).toContainEqual(expect.stringMatching(/: repeated$/));
    },
  );

  it('has its mistakes in the order of the request, before those of the values', () => {
    expect(problems(get('units=both&weight=1&colour=red&weight=2&lang=xx&height=x'))).toEqual([
      'units: not_allowed',
      'colour: unknown',
      'weight: repeated',
      'lang: not_allowed',
      'height: not_a_number',
      'weight: too_small',
    ]);
  });

  it('takes a day that has been, from the first day on record', () => {
    vi.useFakeTimers({ now: new Date('2026-11-23T23:59:59Z') });
    const asOf = (day: string) => {
      const result = get(`weight=80&height=178&as_of=${day}`);
      return 'problems' in result ? result.problems : result.controls.asOf;
    };
    expect(asOf('2017-01-01')).toBe('2017-01-01');
    expect(asOf('2024-02-29')).toBe('2024-02-29');
    expect(asOf('2026-11-23')).toBe('2026-11-23');
    for (const day of ['2026-11-24', '2016-12-31', '2025-02-29', '2025-13-01', '2025-1-1', '20250101', 'today', '']) {
      expect(asOf(day), day).toEqual([
        {
          field: 'as_of',
          code: 'not_a_date',
          message: 'input.not_a_date',
          values: { field: 'as_of', first: '2017-01-01', last: '2026-11-23' },
        },
      ]);
    }
    vi.useRealTimers();
  });

  it('does not take __proto__ for a parameter', () => {
    expect(problems(get('weight=80&height=178&__proto__=1'))).toEqual(['__proto__: unknown']);
  });

  it('suggests lang, units and detail as well', () => {
    const read = get('weight=80&height=178&unit=metric');
    expect('problems' in read && read.problems).toMatchObject([{ values: { nearest: 'units' } }]);
  });
});

it('a body leaves lang, units and detail to the query, and nothing else', () => {
  expect(problems(post({ weight: 82, height: 178, units: 'metric' }))).toEqual(['units: not_in_body']);
  expect(problems(post({ weight: 82 }, ['height', '178']))).toEqual(['height: not_in_query', 'height: missing']);
  expect(post({ weight: 180, height: 70 }, ['units', 'imperial'])).toMatchObject({
    controls: { units: 'imperial', detail: 'standard' },
    input: { height: 177.8 },
  });
});
