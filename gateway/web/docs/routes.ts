import { Router } from 'express';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { RELEASE } from '../../request/routes/list-endpoint.ts';
import type { Content } from '../content/content.ts';
import { KeptPages } from '../content/kept-pages.ts';
import { type Answer, FOR_EVER, REVALIDATED, sendContent, serve } from '../content/send.ts';
import { frameAssets } from '../frame/assets.ts';
import { languageOf, secured } from '../frame/response.ts';
import { manifestPage } from './calculator-pages/manifest-page.ts';
import { calculatorPage } from './calculator-pages/page.ts';
import { lineOf, lineOfManifest, placedCalculators, placedManifests } from './calculator-pages/placed.ts';
import { documentCache } from './document-cache.ts';
import { type DocsSite, documentPage } from './document-page.ts';
import { readEditDates } from './edit-dates.ts';
import { errorIndex } from './error-index.ts';
import { openSearch } from './open-search.ts';
import { type NamedPage, readPages } from './pages.ts';
import { Sidebar } from './sidebar.ts';
import { type ListedPage, llmsText, robotsText, sitemapText } from './site-files.ts';
import { textsIn } from './texts.ts';
import { listTranslatedPages } from './translated-pages.ts';

export interface DocsOptions {
  readonly plugins: readonly Plugin[];
  /** The source of each plugin by its name: another thread imports those of this process again. */
  readonly sources: ReadonlyMap<string, string>;
  /** The plugins that are plain data here, by name. */
  readonly apart: ReadonlyMap<string, unknown>;
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether the accounts API is part of the installation. */
  readonly platform: boolean;
  /** Whether visitors get a page of their own at `/`. Search engines stay away from an installation without one. */
  readonly home: boolean;
}

const MARKDOWN = 'text/markdown; charset=utf-8';

/**
 * Serves the documentation, which needs no key: `/openapi.json`, the guides and the error pages, each
 * also in Markdown, with the translations of `docs/languages`; and `robots.txt`, `sitemap.xml` and `llms.txt`. It looks
 * up paths in an exact table and passes any other request to the next handler.
 */
export function docsRouter({ plugins, sources: known, apart, baseUrl, platform, home }: DocsOptions): Router {
  const table = readPages();
  const translated = listTranslatedPages();
  const dates = readEditDates();
  const placed = placedCalculators(plugins, baseUrl);
  const manifests = placedManifests(plugins, baseUrl);
  const lines = [...placed.map(lineOf), ...manifests.map(lineOfManifest)];
  const sidebar = new Sidebar(table, [...new Set(lines.map(({ family }) => family))]);
  const site: DocsSite = { baseUrl, signIn: platform, hasHome: home || platform, sidebar };
  const kept = new KeptPages();
  const listed: ListedPage[] = [];
  const routes = new Map<string, Answer>();

  /** Text in the language of the reader, or in English where it is not translated. */
  function text(
    path: string,
    languages: readonly Language[],
    write: (language: Language) => string,
    type?: string,
  ): void {
    routes.set(path, (req, res) => {
      const language = languageOf(req);
      res.set('Content-Language', languages.includes(language) ? language : 'en').vary('Accept-Language');
      kept.send(req, res, `${path} ${language}`, () => write(language), type);
    });
  }

  /** A page for people, which search engines list. */
  function page(path: string, languages: readonly Language[], write: (language: Language) => string): void {
    text(path, languages, write);
    listed.push({ path, languages, edited: dates.get(path.slice('/docs/'.length)) });
  }

  /** A file of docs/ as a page, and in Markdown. */
  function file(english: NamedPage, place: string): void {
    const path = `${place}${english.name}`;
    const languages: Language[] = ['en', ...translated.languagesOf(path)];
    page(`/docs/${path}`, languages, (language) => {
      const { title, html, headings } = translated.read(language, path, english.page);
      const spoken = languages.includes(language) ? language : 'en';
      const edited = dates.get(spoken === 'en' ? path : `languages/${spoken}/${path}`) ?? null;
      const facts = { path: `/docs/${path}`, markdown: true, language, languages, title, headings, edited };
      return documentPage(site, { ...facts, body: html });
    });
    text(`/docs/${path}.md`, languages, (language) => translated.textOf(language, path) ?? english.text, MARKDOWN);
  }

  for (const guide of table.guides) file(guide, '');
  for (const error of table.errors) file(error, 'errors/');
  page('/docs/errors/', LANGUAGES, (language) => {
    const texts = textsIn(language);
    const body = errorIndex(table, texts, (name, english) => translated.read(language, `errors/${name}`, english));
    return documentPage(site, { path: '/docs/errors/', language, title: texts.say('errors.title'), body });
  });
  // The list of operations is a page of the reference.
  listed.push({ path: '/docs', languages: LANGUAGES });
  for (const one of placed) {
    text(`/docs/calculators/${one.page}.md`, LANGUAGES, (to) => calculatorPage(one, textsIn(to)), MARKDOWN);
  }

  for (const one of manifests) {
    text(`/docs/calculators/${one.page}.md`, LANGUAGES, (to) => manifestPage(one, textsIn(to)), MARKDOWN);
  }

  const search = openSearch({ table, translated, plugins, platform });
  const order = {
    ...{ baseUrl, platform, release: RELEASE },
    sources: plugins.flatMap(({ name }) => (apart.has(name) ? [] : (known.get(name) ?? []))),
    plain: plugins.filter(({ name }) => apart.has(name)),
  };
  routes.set('/docs/search.json', inLanguage(search));
  routes.set('/openapi.json', inLanguage(documentCache(order)));
  routes.set('/docs/', redirect('../docs'));
  routes.set('/docs/errors', redirect('errors/'));
  for (const { path, content } of Object.values(frameAssets())) routes.set(`/${path}`, serve(content, FOR_EVER));

  const calculators = ['', ...lines.map(({ page: name }) => name)].map((name) => ({
    ...{ path: `/docs/calculators/${name}`, languages: LANGUAGES },
  }));
  const plain =
    (write: () => string, type: string): Answer =>
    (req, res) =>
      kept.send(req, res, req.path, write, type);
  routes.set(
    '/robots.txt',
    plain(() => robotsText(baseUrl, home), 'text/plain; charset=utf-8'),
  );
  routes.set(
    '/llms.txt',
    plain(() => llmsText(baseUrl, table, lines), MARKDOWN),
  );
  if (home) {
    const pages = [{ path: '/', languages: LANGUAGES }, ...calculators, ...listed];
    routes.set(
      '/sitemap.xml',
      plain(() => sitemapText(baseUrl, pages), 'application/xml; charset=utf-8'),
    );
  }

  const router = Router();
  router.use((req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const answer = isRead ? routes.get(req.path) : undefined;
    if (answer) secured(req, res, () => Promise.resolve(answer(req, res)).catch(next));
    else next();
  });
  return router;
}

/** Serves translated content in the language of `lang`, else of `Accept-Language`, else in English. */
function inLanguage(contentIn: (language: Language) => Content | Promise<Content>): Answer {
  return async (req, res) => {
    const language = languageOf(req);
    res.set('Content-Language', language).vary('Accept-Language');
    sendContent(req, res, await contentIn(language), REVALIDATED);
  };
}

/** Leads to an address relative to this one, in the same language. */
function redirect(location: string): Answer {
  return (req, res) => {
    const mark = req.url.indexOf('?');
    res.redirect(301, mark === -1 ? location : `${location}${req.url.slice(mark)}`);
  };
}
