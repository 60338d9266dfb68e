import { expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';
import { registrationsOf } from './registrations-file.ts';

it('reads CSV as defined by RFC 4180', () => {
  expect(readCsv('\uFEFFa,b\r\n"1,2","say ""no"""\n\n,\n"two\nlines",x')).toEqual([
    ['a', 'b'],
    ['1,2', 'say "no"'],
    ['', ''],
    ['two\nlines', 'x'],
  ]);
});

it('refuses a quote that is not closed or is within an unquoted cell', () => {
  expect(() => readCsv('a,b\n"1,2')).toThrow('row 2');
  expect(() => readCsv('a,b"c')).toThrow('row 1');
});

it('finds its columns by name and ignores others', () => {
  expect(registrationsOf('Key,since,User,subscription\nsecret-key,2026,ann,PRO\n')).toEqual([
    { user: 'ann', subscription: 'PRO', key: 'secret-key' },
  ]);
});

it('names every invalid line, and never a key', () => {
  expect(() => registrationsOf('user,subscription,key\nann,,secret-key-1\n,PRO,secret-key-2\nbob,PRO,k')).toThrow(
    'line 2: subscription is empty; line 3: user is empty',
  );
  expect(() => registrationsOf('user,plan\n')).toThrow('lacks: subscription, key');
});

it('says in which row a file is not CSV, and never what the cell holds', () => {
  const thrown = () => registrationsOf('user,subscription,key\n\nann,PRO,secret"key\n');
  expect(thrown).toThrow(/^The file is not CSV: a quote in row 2 is not closed, or occurs within an unquoted cell$/);
});
