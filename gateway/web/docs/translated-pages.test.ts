import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { renderMarkdown } from './markdown.ts';
import { listTranslatedPages, translatedAddress } from './translated-pages.ts';

function folderOf(pages: Readonly<Record<string, string>>): URL {
  const folder = temporaryFolder('translated');
  for (const [name, text] of Object.entries(pages)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return pathToFileURL(`${folder}/`);
}

it('lists the languages of a page in the order of the product, and no language that it does not know', () => {
  const pages = listTranslatedPages(
    folderOf({ 'ar/api.md': '# a', 'de/api.md': '# b', 'tlh/api.md': '# c', 'de/errors/conflict.md': '# d' }),
  );
  expect(pages.languagesOf('api')).toEqual(['de', 'ar']);
  expect(pages.languagesOf('errors/conflict')).toEqual(['de']);
  expect(pages.languagesOf('errors/absent')).toEqual([]);
});

it('has no translations where there is no folder', () => {
  expect(listTranslatedPages(new URL('absent/', folderOf({}))).languagesOf('api')).toEqual([]);
});

it('gives the English page where there is no translation', () => {
  const english = renderMarkdown('# Guide\n');
  expect(listTranslatedPages(folderOf({ 'de/api.md': '# Anleitung\n' })).read('fr', 'api', english)).toBe(english);
});

it('gives the headings of a translation the anchors of the English page', () => {
  const english = renderMarkdown('# Guide\n\n## Keys and quota\n');
  const pages = listTranslatedPages(folderOf({ 'de/api.md': '# Anleitung\n\n## Schlüssel und Kontingent\n' }));
  const page = pages.read('de', 'api', english);
  expect(page.title).toBe('Anleitung');
  expect(page.html).toContain('<h2 id="keys-and-quota">Schlüssel und Kontingent</h2>');
});

it.each([
  ['errors/conflict', 'https-required.md', '../../docs/errors/https-required?lang=de'],
  ['errors/conflict', '../api.md#paging', '../../docs/api?lang=de#paging'],
  ['errors/conflict', '../../../configuration.md', '../../docs/configuration'],
  ['errors/conflict', '../../../../docs', '../../docs'],
  ['api', 'errors/', '../docs/errors/?lang=de'],
  ['api', '../../keys-and-quota.md#units', '../docs/keys-and-quota#units'],
  ['api', '#paging', '../docs/api?lang=de#paging'],
])('on %s the link %s leads to %s', (path, href, address) => {
  expect(translatedAddress('de', path, href)).toBe(address);
});
