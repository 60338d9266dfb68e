import { describe, expect, it } from 'vitest';
import { robotsText, sitemapText } from './site-files.ts';

describe('robots.txt', () => {
  it('keeps search engines from the API, below the path of the installation', () => {
    const text = robotsText('https://example.com/gate', true);
    expect(text).toContain('Disallow: /gate/api/\n');
    expect(text).toContain('Sitemap: https://example.com/gate/sitemap.xml\n');
    expect(robotsText('https://example.com', true)).toContain('Disallow: /api/\n');
  });

  it('keeps them from everything where visitors have no page', () => {
    expect(robotsText('https://example.com', false)).toBe('User-agent: *\nDisallow: /\n');
  });
});

it('sitemap.xml has each page in each of its languages, with the others beside it', () => {
  const text = sitemapText('https://example.com', [
    { path: '/docs/api', languages: ['en', 'de'], edited: '2026-02-02' },
    { path: '/', languages: ['en'] },
  ]);
  const alternates =
    '<xhtml:link rel="alternate" hreflang="en" href="https://example.com/docs/api?lang=en"/>' +
    '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/docs/api?lang=de"/>';
  expect(text.match(/<url>.*<\/url>/g)).toEqual([
    `<url><loc>https://example.com/docs/api?lang=en</loc><lastmod>2026-02-02</lastmod>${alternates}</url>`,
    `<url><loc>https://example.com/docs/api?lang=de</loc><lastmod>2026-02-02</lastmod>${alternates}</url>`,
    '<url><loc>https://example.com/?lang=en</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.com/?lang=en"/></url>',
  ]);
});
