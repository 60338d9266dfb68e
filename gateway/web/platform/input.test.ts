import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readInput } from './input.ts';
import { platformMessages } from './texts.ts';

const body = z.strictObject({
  whole: z.int().min(0).max(10).nullable().optional(),
  number: z.number().min(0.5).optional(),
  text: z.string().min(3).max(5).optional(),
  filled: z.string().min(1).optional(),
  flag: z.boolean().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  word: z.enum(['red', 'blue']).optional(),
  seven: z.literal(7).optional(),
  inner: z.strictObject({ name: z.string() }).optional(),
  either: z.union([z.null(), z.int()]).optional(),
  shape: z.union([z.string(), z.strictObject({ size: z.int() })]).optional(),
  kind: z
    .discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })])
    .optional(),
  units: z.record(z.string().regex(/^[a-z]+$/), z.int()).optional(),
  time: z.iso.datetime('instant').optional(),
  fives: z.number().multipleOf(5).optional(),
});

function mistakesIn(given: Record<string, unknown>) {
  const read = readInput({ params: null, query: null, body }, { params: {}, query: [], body: given });
  return 'mistakes' in read ? read.mistakes : [];
}

describe('a member of a platform body', () => {
  // RFC 9457 does not define kinds of mistakes. Each row is a kind of zod issue with the code that a caller must get.
  it.each([
    ['a fraction for a whole number', { whole: 0.5 }, 'whole', 'not_an_integer'],
    ['a text for a whole number', { whole: '5' }, 'whole', 'not_a_number'],
    ['more than any whole number', { whole: 1e300 }, 'whole', 'too_large'],
    ['too small a number', { number: 0.25 }, 'number', 'too_small'],
    ['too large a number', { whole: 11 }, 'whole', 'too_large'],
    ['a text for a number', { number: '1' }, 'number', 'not_a_number'],
    ['null for a number', { number: null }, 'number', 'not_a_number'],
    ['a number for a text', { text: 5 }, 'text', 'not_text'],
    ['too short a text', { text: 'ab' }, 'text', 'not_allowed'],
    ['an empty text', { filled: '' }, 'filled', 'empty'],
    ['too long a text', { text: 'abcdef' }, 'text', 'too_long'],
    ['a number for a flag', { flag: 1 }, 'flag', 'not_allowed'],
    ['a text for a list', { list: 'a' }, 'list', 'not_allowed'],
    ['a number in a list of texts', { list: [1] }, 'list.0', 'not_text'],
    ['an empty list', { list: [] }, 'list', 'too_few'],
    ['too long a list', { list: ['a', 'b', 'c'] }, 'list', 'too_many'],
    ['another word', { word: 'green' }, 'word', 'not_allowed'],
    ['another value', { seven: 8 }, 'seven', 'not_allowed'],
    ['a text for an object', { inner: 'x' }, 'inner', 'not_allowed'],
    ['an object without its member', { inner: {} }, 'inner.name', 'missing'],
    ['an object with another member', { inner: { name: 'x', other: 1 } }, 'inner.other', 'unknown'],
    ['a fraction instead of null or a whole number', { either: 0.5 }, 'either', 'not_an_integer'],
    ['a text instead of null or a whole number', { either: 'x' }, 'either', 'not_a_number'],
    ['one of several forms with a wrong member', { shape: { size: 0.5 } }, 'shape.size', 'not_an_integer'],
    ['one of several forms without its member', { shape: {} }, 'shape.size', 'missing'],
    ['an unknown kind', { kind: { type: 'c' } }, 'kind.type', 'not_allowed'],
    ['a name that is not allowed', { units: { A1: 1 } }, 'units.A1', 'not_allowed'],
    ['a text under a name', { units: { a: 'x' } }, 'units.a', 'not_a_number'],
    ['another form', { time: 'today' }, 'time', 'not_allowed'],
    ['not a multiple', { fives: 3 }, 'fives', 'not_allowed'],
    ['a name similar to a known one', { numbr: 1 }, 'numbr', 'unknown_nearest'],
    ['an unknown name', { zzzzzzzz: 1 }, 'zzzzzzzz', 'unknown'],
  ])('gets the right mistake for %s', (_name, given, field, code) => {
    const mistakes = mistakesIn(given);
    expect(mistakes.map((one) => [one.field, one.code])).toEqual([[field, code]]);
    for (const { message, values } of mistakes) expect(platformMessages.text('en', message, values)).toContain(field);
  });

  it('is missing only if it is absent', () => {
    const required = z.strictObject({ whole: z.int(), word: z.enum(['red']), either: z.union([z.string(), z.int()]) });
    const told = (given: Record<string, unknown>) => {
      const read = readInput({ params: null, query: null, body: required }, { params: {}, query: [], body: given });
      return 'mistakes' in read ? read.mistakes.map(({ field, code }) => `${field}: ${code}`) : [];
    };
    expect(told({})).toEqual(['whole: missing', 'word: missing', 'either: missing']);
    expect(told({ whole: 0.5, word: null, either: true })).toEqual([
      'whole: not_an_integer',
      'word: not_allowed',
      'either: not_a_number',
    ]);
  });
});
