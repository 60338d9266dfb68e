import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Changes, NO_CHANGES } from '../model/state.ts';
import { journalEntry } from './journal-entry.ts';
import { entryOf, journalLine, journalLines } from './journal-lines.ts';
import { LineNames } from './line-names.ts';

const name = fc.oneof(fc.string(), fc.constantFrom('a\tb', 'a\nb', '"],[', '\\', '鍵', '🔑', '\ud800', '', '[', '0'));
const whole = fc.maxSafeNat();
const split = fc.record({ included: whole, overage: whole, credits: whole });
const counter = fc.record({ epoch: name, base: split, admitted: split, returned: split });
const family = fc.record({ tat: whole, month: fc.constant('2026-11'), units: whole });
const row = fc.record({
  day: fc.constantFrom('2026-11-21', '2026-11-22'),
  key: name,
  calculator: name,
  status: fc.constantFrom('2xx' as const, '429' as const),
  calls: whole,
  units: whole,
});
const changes: fc.Arbitrary<Changes> = fc
  .record({
    month: fc.constant('2026-11'),
    counter: fc.option(counter, { freq: 5 }),
    families: fc.array(fc.tuple(name, family), { maxLength: 3 }).map((entries) => new Map(entries)),
    usage: fc.array(row, { maxLength: 3 }),
    clearsUsage: fc.boolean(),
    credits: fc.option(fc.record({ epoch: name, base: whole, taken: whole, returned: whole }), { freq: 1 }),
    keyWindow: fc.option(fc.record({ since: whole, count: whole }), { freq: 1 }),
  })
  .map((some) => ({ ...NO_CHANGES, ...some }));

const read = (payload: string) => Array.from(journalLines(Buffer.from(payload)), entryOf);

const split7 = { included: 7, overage: 0, credits: 0 };
const none = { included: 0, overage: 0, credits: 0 };
const counted: Changes = {
  ...NO_CHANGES,
  month: '2026-11',
  counter: { epoch: 'e', base: none, admitted: split7, returned: none },
  families: new Map([['family', { tat: 1_795_262_416_484_000, month: '2026-11', units: 7 }]]),
  usage: [{ day: '2026-11-21', key: 'key', calculator: 'bmi', status: '2xx', calls: 7, units: 7 }],
};

describe('a line of the journal', () => {
  it('holds the entry of any command, with any names', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, changes), { maxLength: 4 }), (commands) => {
        const entries = commands.map(([client, changed]) => journalEntry(client, changed));
        const payload = commands.map(([client, changed]) => journalLine(client, changed)).join('');
        expect(read(payload)).toEqual(entries.filter((entry) => entry !== null));
      }),
    );
  });

  const [row] = counted.usage;
  it.each<[string, Partial<Changes>]>([
    ['month', { month: '2026-12' }],
    ['epoch', { counter: { epoch: 'f', base: none, admitted: split7, returned: none } }],
    ['family', { families: new Map([['other', { tat: 1, month: '2026-11', units: 7 }]]) }],
    ['month of the family', { families: new Map([['family', { tat: 1, month: '2026-12', units: 7 }]]) }],
    [
      'row',
      { usage: [{ ...row, day: '2026-11-22', key: 'key', calculator: 'bmi', status: '2xx', calls: 1, units: 1 }] },
    ],
    ['number of rows', { usage: [...counted.usage, ...counted.usage] }],
    ['nothing but numbers', { counter: { epoch: 'e', base: none, admitted: none, returned: split7 } }],
    ['a name that needs JSON', { counter: { epoch: 'a\tb', base: none, admitted: split7, returned: none } }],
  ])('is the same after a line that differs from it in: %s', (_what, changed) => {
    const names = new LineNames();
    for (const changes of [counted, { ...counted, ...changed }, counted, counted]) {
      expect(journalLine('client', changes, names)).toBe(journalLine('client', changes));
    }
  });

  it('is plain for a counted call, with the names before the values', () => {
    expect(journalLine('client', counted)).toBe(
      'client\t2026-11\te\t1\tfamily\t2026-11\t2026-11-21\tkey\tbmi\t2xx\t0,0,0,7,0,0,0,0,0,1795262416484000,7,7,7\n',
    );
  });

  it('is JSON for other changes, and absent without any', () => {
    const credits = { epoch: 'c', base: 1, taken: 2, returned: 0 };
    expect(journalLine('client', { ...NO_CHANGES, credits })).toBe('["client",0,"",null,["c",1,2,0],null,[],[],0]\n');
    expect(journalLine('client', NO_CHANGES)).toBe('');
  });

  it('is an element of one JSON array in records of earlier releases', () => {
    const entries = ['a', 'b'].map((client) => journalEntry(client, counted));
    expect(read(JSON.stringify(entries))).toEqual(entries);
    expect(read('[]')).toEqual([]);
  });
});
