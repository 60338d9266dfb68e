import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { age, bodyFat, gender, height, weight } from './fields.ts';
import { method } from './method.ts';
import { createReader } from './reader.ts';

const equations = {
  first: { formula: 'a', sources: [], synonyms: ['one'] },
  second: { formula: 'b', sources: [] },
};
const reader = createReader(
  z.object({
    weight: weight(),
    height: height({ min: 100, max: 250 }),
    age: age({ min: 18, max: 100 }).optional(),
    gender: gender().optional(),
    body_fat: bodyFat().optional(),
    method: method(equations),
  }),
);

const get = (text: string) =>
  reader.read({ query: text === '' ? [] : text.split('&').flatMap((pair) => pair.split('=')), body: null });
const post = (body: Record<string, unknown>, query: string[] = []) => reader.read({ query, body });

function problems(result: ReturnType<typeof get>) {
  return 'problems' in result ? result.problems.map(({ field, code }) => `${field}: ${code}`) : [];
}
function input(result: ReturnType<typeof get>) {
  return 'input' in result ? result.input : result.problems;
}

describe('a query', () => {
  it('is read into numbers and words, with the first equation where none is named', () => {
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

  it('takes the synonyms of an equation', () => {
    expect(input(get('weight=82&height=178&method=one'))).toMatchObject({ method: 'first' });
  });

  it('tells all mistakes at once', () => {
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

  it('names what is missing, empty, too small and too large', () => {
    expect(problems(get('height='))).toEqual(['height: empty', 'weight: missing']);
    expect(problems(get('weight=1.9&height=250.1'))).toEqual(['weight: too_small', 'height: too_large']);
    expect(problems(get('weight=2&height=250'))).toEqual([]);
  });

  it('does not take __proto__ for a parameter', () => {
    expect(problems(get('weight=80&height=178&__proto__=1'))).toEqual(['__proto__: unknown']);
    expect(problems(get('weight=80&height=178&method=__proto__'))).toEqual(['method: not_allowed']);
  });
});

describe('imperial units', () => {
  it('are converted before they are checked: 5 ft 10 in is 177.8 cm', () => {
    expect(input(get('weight=180&height=70&units=imperial'))).toMatchObject({ weight: 81.6466266, height: 177.8 });
  });

  it('have their bounds told in pounds and inches', () => {
    const result = get('weight=180&height=20&units=imperial');
    expect('problems' in result && result.problems[0]?.values?.min).toBe('39.37 in');
  });
});

describe('a JSON body', () => {
  it('has numbers, not texts of numbers', () => {
    expect(input(post({ weight: 82, height: 178 }))).toMatchObject({ weight: 82, height: 178 });
    expect(problems(post({ weight: '82', height: [178] }))).toEqual(['weight: not_a_number', 'height: not_a_number']);
    expect(problems(post({ weight: 82, height: 178, gender: 1, age: null }))).toEqual([
      'age: not_a_number',
      'gender: not_text',
    ]);
  });

  it('leaves lang, units and detail to the query, and nothing else', () => {
    expect(problems(post({ weight: 82, height: 178, units: 'metric' }))).toEqual(['units: not_in_body']);
    expect(problems(post({ weight: 82 }, ['height', '178']))).toEqual(['height: not_in_query', 'height: missing']);
    expect(post({ weight: 180, height: 70 }, ['units', 'imperial']).controls.units).toBe('imperial');
  });

  it('does not take a member named __proto__', () => {
    expect(problems(post(JSON.parse('{"weight":82,"height":178,"__proto__":1}')))).toEqual(['__proto__: unknown']);
  });
});
