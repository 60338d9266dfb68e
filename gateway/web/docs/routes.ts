import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { type Plugin, readQuery, requestLanguage } from '../../../plugins/sdk/index.ts';
import { RELEASE } from '../../request/routes/list-endpoint.ts';
import { browserAssets } from './browser-assets.ts';
import { type Content, contentOf, serve } from './content.ts';
import { documentCache } from './document-cache.ts';
import { errorIndex } from './error-index.ts';
import type { RenderedPage } from './markdown.ts';
import { htmlPage } from './page-frame.ts';
import { readPages } from './pages.ts';
import { referencePage } from './reference-page.ts';
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
}

/** The pages load only their own scripts and styles, and no page may embed them. */
const secured = helmet({
  // The gateway must not decide for subdomains of its host.
  strictTransportSecurity: { includeSubDomains: false },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
    },
  },
});

/**
 * Serves the documentation, which needs no key: `/openapi.json`, the reference page, the guides and the error pages, with
 * the translations of `docs/languages`. It looks up paths in an exact table and passes any other request to the next handler.
 */
export function docsRouter({ plugins, sources: known, apart, baseUrl, platform }: DocsOptions): Router {
  const table = readPages();
  const html = (text: string) => contentOf('text/html; charset=utf-8', text);
  const page = (title: string, toDocs: string, body: string, language?: Language) =>
    html(htmlPage(table, { title, toDocs, body: `<article>\n${body}\n</article>`, ...(language && { language }) }));
  const article = (title: string, toDocs: string, body: string) => serve(page(title, toDocs, body));
  const order = {
    ...{ baseUrl, platform, release: RELEASE },
    sources: plugins.flatMap(({ name }) => (apart.has(name) ? [] : (known.get(name) ?? []))),
    plain: plugins.filter(({ name }) => apart.has(name)),
  };
  const routes = new Map<string, RequestHandler>([
    ['/openapi.json', inLanguage(documentCache(order))],
    ['/docs', serve(html(referencePage(table)))],
    ['/docs/', redirect('../docs')],
    ['/docs/errors', redirect('errors/')],
  ]);
  for (const [name, content] of browserAssets()) routes.set(`/docs/assets/${name}`, serve(content));
  const translated = listTranslatedPages();
  const written = (path: string, toDocs: string, english: RenderedPage) => {
    const languages = translated.languagesOf(path);
    if (languages.length === 0) return article(english.title, toDocs, english.html);
    return inLanguage(
      (language) => {
        const { title, html: body } = translated.read(language, path, english);
        return page(title, toDocs, body, language);
      },
      ['en', ...languages],
    );
  };
  for (const { name, page: guide } of table.guides) routes.set(`/docs/${name}`, written(name, './', guide));
  for (const { name, page: error } of table.errors) {
    routes.set(`/docs/errors/${name}`, written(`errors/${name}`, '../', error));
  }

  routes.set(
    '/docs/errors/',
    inLanguage((language) => {
      const texts = textsIn(language);
      const pageOf = (name: string, english: RenderedPage) => translated.read(language, `errors/${name}`, english);
      return page(texts.say('errors.title'), '../', errorIndex(table, texts, pageOf), language);
    }),
  );

  const router = Router();
  router.use((req, res, next) => {
    const route = req.method === 'GET' || req.method === 'HEAD' ? routes.get(req.path) : undefined;
    if (route) secured(req, res, () => route(req, res, next));
    else next();
  });
  return router;
}

/** Serves translated content in the language of `lang`, else of `Accept-Language`, else in English. */
function inLanguage(
  contentIn: (language: Language) => Content | Promise<Content>,
  offered: readonly Language[] = LANGUAGES,
): RequestHandler {
  return async (req, res, next) => {
    const mark = req.url.indexOf('?');
    const query = mark === -1 ? [] : (readQuery(req.url.slice(mark + 1)) ?? []);
    const language = requestLanguage(query, req.get('Accept-Language'), offered);
    res.set({ 'Content-Language': language, Vary: 'Accept-Language' });
    try {
      serve(await contentIn(language))(req, res, next);
    } catch (error) {
      next(error);
    }
  };
}

function redirect(location: string): RequestHandler {
  return (_req, res) => res.redirect(301, location);
}
