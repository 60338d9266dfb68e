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
  expect(repeatedMember(text, JSON.parse(text))).toBe(member);
});

it.each([
  '{"a":1,"b":1}',
  '{"a":"a"}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":1}}',
  '{"a":["a","a"]}',
  '{"a":"x\\\\","b":"a"}',
  '{"a":"b:c","b":{"c":"\\":"}}',
  '{"__proto__":{"a":1},"a":null}',
])('finds none in %s', (text) => {
  expect(repeatedMember(text, JSON.parse(text))).toBeNull();
});

it('finds none in any text that JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(repeatedMember(text, JSON.parse(text))).toBeNull();
    }),
  );
});

it('finds the one that is put beside any other', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (name, first, second) => {
      const member = JSON.stringify(name);
      const text = `[{"other ${member.slice(1)}:0,${member}:${JSON.stringify(first)},${member}:${JSON.stringify(second)}}]`;
      expect(repeatedMember(text, JSON.parse(text))).toBe(name);
    }),
  );
});
