import { expect, it } from 'vitest';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { readPages } from './pages.ts';
import { Sidebar } from './sidebar.ts';

const table = readPages();
const sidebar = new Sidebar(table, ['body', 'acme']);
const shown = (language: 'en' | 'de', path: string) => sidebar.navigation(language, path).text;

it('has every guide, and marks the page that is shown', () => {
  const text = shown('en', '/docs/api');
  for (const { name } of table.guides) expect(text).toContain(`href="../docs/${name}?lang=en"`);
  expect(text.match(/aria-current/g)).toHaveLength(1);
  expect(text).toContain('<a href="../docs/api?lang=en" aria-current="page">Using the API</a>');
});

it('marks the list of errors on the page of an error', () => {
  expect(shown('en', '/docs/errors/conflict')).toContain('<a href="../../docs/errors/?lang=en" aria-current="true">');
});

it('has the families of all calculators, those of plugins by their names', () => {
  const text = shown('de', '/docs/api');
  expect(text).toContain('<a href="../docs/calculators/?lang=de#family-body">Körpermaße und Körperzusammensetzung</a>');
  expect(text).toContain('#family-acme">Acme</a>');
});

it('shows a guide without a place at the end of the guides, under its title', () => {
  const extra = { name: 'extra', text: '', page: { title: 'An extra page', html: '', headings: [] } };
  const text = new Sidebar({ guides: [...table.guides, extra] }, []).navigation('de', '/docs/api').text;
  const guides = text.slice(text.indexOf('id="pages-guides"'), text.indexOf('id="pages-calculators"'));
  expect(guides).toMatch(/>An extra page<\/a><\/li><\/ul>/);
});

it('leads from each page to the next and back', () => {
  const { next } = sidebar.neighbours('/docs/getting-started');
  expect(next?.path).toBe('/docs/tutorial');
  expect(sidebar.neighbours('/docs/tutorial').previous?.path).toBe('/docs/getting-started');
  expect(sidebar.neighbours('/docs/getting-started').previous).toBeUndefined();
  expect(sidebar.neighbours('/docs/errors/conflict')).toEqual({});
});

it.each(LANGUAGES)('has a label for every page in %s', (language) => {
  expect(sidebar.navigation(language, '/docs').text).not.toMatch(/>\s*<\/a>/);
});
