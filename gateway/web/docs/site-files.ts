import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { IndexLine } from './calculator-pages/placed.ts';
import { plainText } from './markdown.ts';
import type { PageTable } from './pages.ts';

/** A page of the installation, for search engines. */
export interface ListedPage {
  /** Path below the root. */
  readonly path: string;
  readonly languages: readonly Language[];
  /** Day of the last change, if it is known. */
  readonly edited?: string | undefined;
}

/** `robots.txt` (RFC 9309). A private installation, without a page for visitors, wants no search engines. */
export function robotsText(baseUrl: string, isPublic: boolean): string {
  if (!isPublic) return 'User-agent: *\nDisallow: /\n';
  const { pathname } = new URL(`${baseUrl}/`);
  const closed = ['api/', 'classic/', 'platform/', 'mcp'].map((path) => `Disallow: ${pathname}${path}`);
  return `${['User-agent: *', ...closed, '', `Sitemap: ${baseUrl}/sitemap.xml`].join('\n')}\n`;
}

/** `sitemap.xml` (sitemaps.org), with every page in each of its languages. */
export function sitemapText(baseUrl: string, pages: readonly ListedPage[]): string {
  const entries = pages.flatMap(({ path, languages, edited }) => {
    const address = (language: Language) => `${baseUrl}${path}?lang=${language}`;
    const alternates = languages
      .map((other) => `<xhtml:link rel="alternate" hreflang="${other}" href="${address(other)}"/>`)
      .join('');
    const changed = edited === undefined ? '' : `<lastmod>${edited}</lastmod>`;
    return languages.map((language) => `<url><loc>${address(language)}</loc>${changed}${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}

/** `llms.txt` (llmstxt.org): the pages in Markdown, each with a sentence, for programs that read instead of people. */
export function llmsText(baseUrl: string, { guides }: PageTable, calculators: readonly IndexLine[]): string {
  const line = (title: string, path: string, about: string) => `- [${title}](${baseUrl}${path}): ${about}`;
  const documents = guides.map(({ name, page }) => line(page.title, `/docs/${name}.md`, firstSentence(page.html)));
  const families = [...Map.groupBy(calculators, ({ family }) => family)].map(
    ([family, members]) =>
      `## Calculators: ${family}\n\n${members
        .map(({ page, title, summary }) => line(title('en'), `/docs/calculators/${page}.md`, summary('en')))
        .join('\n')}`,
  );
  return `# Vitalgate

> Health and fitness calculators as an HTTP API with keys and quota. Every calculator names its sources.

Add \`?lang=\` with one of ${LANGUAGES.join(', ')} for another language. The API is described by ${baseUrl}/openapi.json.

## Documentation

${documents.join('\n')}

${families.join('\n\n')}
`;
}

function firstSentence(html: string): string {
  const text = plainText(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? '');
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}
