import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { speak, t } from './texts.ts';

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => vi.unstubAllGlobals());

it('a name keeps its own direction in Arabic, where numbers have the digits that the API writes', async () => {
  await speak('ar');
  expect(t('keys.mine', { name: 'Ann (EU)' })).toBe('\u2068Ann (EU)\u2069 (أنت)');
  expect(t('marketplaces.registered', { registered: 1_200, unchanged: 34_567 })).toMatch(/1,200\..*34,567/);
});

it('there are no marks around a name where both are written from left to right', async () => {
  await speak('en');
  expect(t('keys.mine', { name: 'Ann (EU)' })).toBe('Ann (EU) (you)');
});

it('an Arabic name in an English sentence turns nothing around it', async () => {
  await speak('en');
  expect(t('keys.mine', { name: 'أحمد 12' })).toBe('\u2068أحمد 12\u2069 (you)');
});

it('a count has its plural form and the separators of the language', async () => {
  await speak('en');
  expect(t('hardStop.stopsAll', { used: 1 })).toMatch(/^1 unit is used already/);
  expect(t('hardStop.stopsAll', { used: 1_200 })).toMatch(/^1,200 units are used already/);
  await speak('de');
  expect(t('hardStop.stopsAll', { used: 1 })).toMatch(/^1\s?Einheit ist/);
  expect(t('hardStop.stopsAll', { used: 1_200 })).toMatch(/^1\.200\s?Einheiten sind/);
});

it('a text that waits for its translation is in English', async () => {
  vi.doMock('./pt.json', () => ({ default: { keys: { mine: '', title: 'Chaves' } } }));
  await speak('pt');
  vi.doUnmock('./pt.json');
  expect(t('keys.title')).toBe('Chaves');
  expect(t('keys.mine', { name: 'Ann' })).toBe('Ann (you)');
});
