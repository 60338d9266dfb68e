import { describe, expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { renderMarkdown } from './markdown.ts';
import { openSearch } from './open-search.ts';
import { readPages } from './pages.ts';
import { type FoundPage, findableDocuments, type SearchIndex } from './search-index.ts';
import { listTranslatedPages } from './translated-pages.ts';

const { plugins } = await loadPlugins([]);
const translated = listTranslatedPages();

const guide = (name: string, text: string) => ({ name, text, page: renderMarkdown(text) });
const TABLE = { guides: [guide('keys', '# Keys\n\nFirst `a<b`.\n\n## Ending *one*\n\nLast.\n')], errors: [] };

function indexOf(loaded: typeof plugins): SearchIndex {
  const content = openSearch({ table: readPages(), translated, plugins: loaded, platform: true })('de');
  return JSON.parse(Buffer.from(content.bodies.identity).toString());
}

describe('the search', () => {
  it('finds a guide by its parts, each with its anchor', () => {
    expect(findableDocuments('en', TABLE, translated)).toEqual<FoundPage[]>([
      {
        address: 'docs/keys',
        title: 'Keys',
        parts: [
          ['', '', 'First a<b.'],
          ['ending-one', 'Ending one', 'Last.'],
        ],
      },
    ]);
  });

  it('finds the calculators of the plugins that are loaded, and no others', () => {
    const addresses = (loaded: typeof plugins) => indexOf(loaded).pages.map(({ address }) => address);
    expect(addresses(plugins)).toContain('docs/calculators/bmi');
    const without = addresses(plugins.filter(({ name }) => name !== 'v1-body'));
    expect(without).not.toContain('docs/calculators/bmi');
    expect(without).toContain('docs/calculators/tdee');
    expect(without).toContain('docs/errors/conflict');
  });

  it('finds the operations of the API by their paths and by what they do, and the accounts only where they are', () => {
    const { pages } = indexOf(plugins);
    const found = (address: string) => pages.find((page) => page.address === address);
    expect(found('docs/reference/getBmiForAge')?.title).toBe('GET /api/v1/bmi-for-age');
    expect(found('docs/reference/revokeKey')?.title).toBe('DELETE /platform/v1/keys/{key}');
    expect(found('docs/reference/revokeKey')?.parts.flat().join('')).toMatch(/Schlüssel/);
    const alone = openSearch({ table: readPages(), translated, plugins, platform: false })('de');
    expect(Buffer.from(alone.bodies.identity).toString()).not.toContain('docs/reference/revokeKey');
  });

  it('finds a calculator by its title, its names, its inputs and its equations, in the language', () => {
    const tdee = indexOf(plugins).pages.find(({ address }) => address === 'docs/calculators/tdee');
    expect(tdee?.title).toBe('Täglicher Gesamtenergieumsatz');
    const text = tdee?.parts.flat().join(' ') ?? '';
    for (const word of ['tdee', 'Körpergewicht', 'Mifflin']) expect(text).toContain(word);
  });
});
