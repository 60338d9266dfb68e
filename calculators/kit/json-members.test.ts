import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repeatedMember } from './json-members.ts';

it.each([
  ['{"a":1,"a":2}', 'a'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a":{"b":1,"b":2}}', 'b'],
  ['[{"a":1},{"a":1,"a":1}]', 'a'],
  ['{"a":"\\"","a" : 1}', 'a'],
  ['{"":1,"":2}', ''],
])('finds the repeated member of %s', (text, member) => {
  expect(repeatedMember(text)).toBe(member);
});

it.each([
  '{"a":1,"b":1}',
  '{"a":"a"}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":1}}',
  '{"a":["a","a"]}',
  '{"a":"x\\\\","b":"a"}',
])('finds none in %s', (text) => {
  expect(repeatedMember(text)).toBeNull();
});

it('finds none in any text that JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(repeatedMember(JSON.stringify(value))).toBeNull();
    }),
  );
});
