import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { type MessageValues, openCatalogue, unitText } from './messages.ts';

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

describe('a measure', () => {
  const units = openCatalogue(
    folderOf({
      en: {
        most: 'at most {max}',
        units: { days: 'days', 'kcal/day': 'kcal/day' },
        measure: '{n} {unit}',
        measures: { days: '{n, plural, one {{n} day} other {{n} days}}' },
      },
      de: {
        most: 'höchstens {max}',
        units: { days: 'Tage', 'kcal/day': 'kcal/Tag' },
        measure: '{n}\u00a0{unit}',
        measures: { days: '{n, plural, one {{n} Tag} other {{n} Tage}}' },
      },
      ar: {
        most: 'لا يزيد على {max}',
        measure: '{n}\u00a0{unit}',
        measures: { days: '{n, plural, zero {} one {يوم واحد} two {يومين} few {{n} أيام} many {} other {}}' },
      },
    }),
  );
  const most = (language: 'en' | 'de' | 'ar', number: number, unit: string) =>
    units.text(language, 'most', { max: { number, unit } });

  it('has its unit in the language and in the form that the number needs', () => {
    expect(most('en', 1, 'days')).toBe('at most 1 day');
    expect(most('de', 1, 'days')).toBe('höchstens 1 Tag');
    expect(most('de', 45, 'days')).toBe('höchstens 45 Tage');
    expect(most('de', 2500, 'kcal/day')).toBe('höchstens 2500\u00a0kcal/Tag');
  });

  it('keeps the decimal point, which a request needs', () => {
    expect(most('de', 240.5, 'days')).toBe('höchstens 240.5 Tage');
  });

  it('is written as a request takes it, but a bare number as the language has it', () => {
    expect(units.text('de', 'most', { max: 2.8 })).toBe('höchstens 2,8');
    expect(units.text('de', 'most', { max: -12345.5 })).toBe('höchstens -12345,5');
    expect(units.text('en', 'most', { max: 2.8 })).toBe('at most 2.8');
    expect(units.text('de', 'most', { max: '2.8' })).toBe('höchstens 2.8');
  });

  it('keeps a symbol, and a unit that no language knows', () => {
    expect(most('de', 650, 'kg')).toBe('höchstens 650\u00a0kg');
    expect(most('en', 3, 'furlongs')).toBe('at most 3 furlongs');
  });

  it('is isolated as a whole in Arabic', () => {
    expect(most('ar', 650, 'kg')).toBe('لا يزيد على \u2068650\u00a0kg\u2069');
    expect(most('ar', 3, 'days')).toBe('لا يزيد على \u20683 أيام\u2069');
  });

  it('has a name for tables: the word of the language, else the symbol', () => {
    expect(unitText(units, 'de', 'days')).toBe('Tage');
    expect(unitText(units, 'de', 'kg')).toBe('kg');
  });
});

describe('a value in Arabic', () => {
  const catalogue = openCatalogue(
    folderOf({
      en: { text: '{field} and {other}' },
      ar: {
        text: 'المعلمة {field} أو {other}.',
        branches: '{n, plural, zero {} one {{field} واحد} two {} few {# {field}} many {} other {}}',
        choice: '{mode, select, block {تُرفض} other {{field}: {mode}}}',
        link: 'الرابط:\n\n{link}\n\nانتهى',
        alone: '{link}',
        markup: 'شرحها <{link}> هنا',
      },
      de: { text: '{field} und {other}' },
    }),
  );
  const arabic = (key: string, values: MessageValues) => catalogue.text('ar', key, values);

  it('stands between isolates, a name as well as a negative number', () => {
    expect(arabic('text', { field: 'weight', other: -5 })).toBe('المعلمة \u2068weight\u2069 أو \u2068-5\u2069.');
  });

  it('is isolated in the branches of a plural and of a selection, which still choose by the bare value', () => {
    expect(arabic('branches', { n: 1, field: 'x' })).toBe('\u2068x\u2069 واحد');
    expect(arabic('branches', { n: 3, field: 'x' })).toBe('3 \u2068x\u2069');
    expect(arabic('choice', { mode: 'block', field: 'x' })).toBe('تُرفض');
    expect(arabic('choice', { mode: 'bill', field: 'x' })).toBe('\u2068x\u2069: \u2068bill\u2069');
  });

  it('is bare where a program makes a link of it: alone on its line, and between angle brackets', () => {
    const link = 'https://api.example.com/#token';
    expect(arabic('link', { link })).toBe(`الرابط:\n\n${link}\n\nانتهى`);
    expect(arabic('alone', { link })).toBe(link);
    expect(arabic('markup', { link })).toBe(`شرحها <${link}> هنا`);
  });

  it('is bare in a language that is written from left to right', () => {
    expect(catalogue.text('de', 'text', { field: 'weight', other: 'height' })).toBe('weight und height');
  });
});

describe('a catalogue', () => {
  const shared = openCatalogue(
    folderOf({ en: { shared: 'shared', own: 'not this one' }, de: { shared: 'gemeinsam' } }),
  );
  const catalogue = openCatalogue(
    folderOf({
      hi: { number: '{n, plural, other {#}}' },
      en: { own: 'own', english: 'only English', tdee: { inputs: { age: '{name} in years' } } },
      de: { own: 'eigen', tdee: { inputs: { age: '' } } },
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

  it('falls back to English for an empty text, which waits for its translation', () => {
    expect(catalogue.text('de', 'tdee.inputs.age', { name: 'age' })).toBe('age in years');
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
