import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openCatalogue } from './messages.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function folderOf(files: Readonly<Record<string, unknown>>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'vitalgate-messages-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content));
  }
  return pathToFileURL(`${folder}/`);
}

describe('a catalogue', () => {
  const shared = openCatalogue(
    folderOf({ en: { shared: 'shared', own: 'not this one' }, de: { shared: 'gemeinsam' } }),
  );
  const catalogue = openCatalogue(
    folderOf({
      hi: { number: '{n, plural, other {#}}' },
      en: { own: 'own', english: 'only English', tdee: { inputs: { age: '{name} in years' } } },
      de: { own: 'eigen' },
      ar: {
        number: '{n, plural, other {#}}',
        plural: '{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}',
      },
    }),
    shared,
  );

  it('lists its languages in the order of the product', () => {
    expect(catalogue.languages).toEqual(['en', 'de', 'hi', 'ar']);
  });

  it('reads the file of the language', () => {
    expect(catalogue.text('de', 'own')).toBe('eigen');
  });

  it('falls back to English if the language has no such message', () => {
    expect(catalogue.text('de', 'english')).toBe('only English');
  });

  it('falls back to English if the language has no file', () => {
    expect(catalogue.text('fr', 'english')).toBe('only English');
  });

  it('looks up missing keys in its parent, in the same language', () => {
    expect(catalogue.text('de', 'shared')).toBe('gemeinsam');
    expect(catalogue.text('en', 'own')).toBe('own');
  });

  it('addresses nested members by dotted keys and fills in the values', () => {
    expect(catalogue.text('en', 'tdee.inputs.age', { name: 'age' })).toBe('age in years');
    expect(catalogue.keys()).toEqual(['own', 'english', 'tdee.inputs.age']);
  });

  it.each(['absent', 'tdee', 'tdee.inputs', ''])('throws for the unknown key %j', (key) => {
    expect(catalogue.find('de', key)).toBeUndefined();
    expect(() => catalogue.text('de', key)).toThrow(RangeError);
  });

  it('cannot be opened over a folder without English', () => {
    const folder = folderOf({ de: { own: 'eigen' } });
    expect(() => openCatalogue(folder)).toThrow(RangeError);
  });

  it.each(['ar', 'hi'] as const)('writes numbers in %s with the digits that a request accepts', (language) => {
    expect(catalogue.text(language, 'number', { n: 42 })).toBe('42');
  });

  // Unicode CLDR, language plural rules, Arabic, cardinal.
  it.each([
    [0, 'zero'],
    [1, 'one'],
    [2, 'two'],
    [3, 'few'],
    [10, 'few'],
    [11, 'many'],
    [99, 'many'],
    [100, 'other'],
    [102, 'other'],
    [103, 'few'],
  ])('uses for %d in Arabic the form %s', (n, form) => {
    expect(catalogue.text('ar', 'plural', { n })).toBe(form);
  });
});
