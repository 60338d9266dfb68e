import { describe, expect, it } from 'vitest';
import { documentPage } from './document-page.ts';
import { renderMarkdown } from './markdown.ts';
import { readPages } from './pages.ts';
import { Sidebar } from './sidebar.ts';

const site = {
  ...{ baseUrl: 'https://example.com/gate', signIn: true, hasHome: true },
  sidebar: new Sidebar(readPages(), ['body']),
};
const TEXT = '# Keys\n\nA key opens the [API](api.md) & more.\n\n## Making one\n\n### By `cli`\n\n## Ending one\n';
const { html, headings, title } = renderMarkdown(TEXT);
const page = (changed: object = {}) =>
  documentPage(site, {
    ...{ path: '/docs/api', language: 'de', languages: ['en', 'de'], title, headings, body: html, markdown: true },
    edited: '2026-02-03',
    ...changed,
  });

describe('a page of the documentation', () => {
  it('has its first paragraph as description, as plain text', () => {
    expect(page()).toContain('<meta name="description" content="A key opens the API &#38; more.">');
  });

  it('names its other languages with complete addresses, and no language that it lacks', () => {
    const text = page();
    expect(text).toContain('<link rel="canonical" href="https://example.com/gate/docs/api?lang=de">');
    expect(text.match(/<link rel="alternate"[^>]*>/g)).toEqual([
      '<link rel="alternate" hreflang="en" href="https://example.com/gate/docs/api?lang=en">',
      '<link rel="alternate" hreflang="de" href="https://example.com/gate/docs/api?lang=de">',
      '<link rel="alternate" hreflang="x-default" href="https://example.com/gate/docs/api">',
    ]);
  });

  it('is English in a frame of the language where it is not translated, and says so', () => {
    const text = page({ language: 'ja' });
    expect(text).toContain('<html lang="ja" dir="ltr">');
    expect(text).toContain('<article lang="en" dir="ltr">');
    expect(text).toContain('このページは英語版のみです。');
    expect(text).toContain('<link rel="canonical" href="https://example.com/gate/docs/api?lang=en">');
    expect(page()).not.toContain('class="notice"');
  });

  it('lists its parts', () => {
    const contents = page().match(/<nav id="contents".*?<\/nav>/s)?.[0] ?? '';
    expect(contents.match(/<li.*?<\/li>/g)).toEqual([
      '<li><a href="#making-one">Making one</a></li>',
      '<li class="inner"><a href="#by-cli">By cli</a></li>',
      '<li><a href="#ending-one">Ending one</a></li>',
    ]);
    expect(page({ headings: headings.slice(0, 2) })).not.toContain('id="contents"');
  });

  it('says when it was edited, if that is known', () => {
    expect(page()).toContain('Zuletzt bearbeitet: 3. Februar 2026');
    expect(page({ edited: null })).not.toContain('Zuletzt bearbeitet');
  });

  it('leads to the pages beside it, and to its text', () => {
    const text = page();
    expect(text).toContain('<a rel="next" href="../docs/accounts?lang=de">');
    expect(text).toContain('<a href="api.md?lang=de">Als Markdown anzeigen</a>');
  });
});
