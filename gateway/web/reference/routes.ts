import type { Request, RequestHandler, Response } from 'express';
import type { Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { RELEASE } from '../../request/routes/list-endpoint.ts';
import { KeptPages } from '../content/kept-pages.ts';
import { FOR_EVER, serve } from '../content/send.ts';
import { Html, html } from '../frame/html.ts';
import { framedPage, rootFrom } from '../frame/page.ts';
import { languageOf, secured } from '../frame/response.ts';
import { referenceAssets } from './assets.ts';
import { referenceThread, type WrittenPage } from './reference-thread.ts';

export interface ReferenceOptions {
  readonly plugins: readonly Plugin[];
  /** The source of each plugin by its name: another thread imports those of this process again. */
  readonly sources: ReadonlyMap<string, string>;
  /** The plugins that are plain data here, by name. */
  readonly apart: ReadonlyMap<string, unknown>;
  /** Base address of the installation, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether the accounts API is part of the installation. */
  readonly platform: boolean;
  /** Whether visitors get a page of their own at `/`. */
  readonly home: boolean;
}

const LIST = '/docs';
const FOLDER = '/docs/reference/';

/**
 * Serves the reference of the API: `/docs` lists its operations, and `/docs/reference/getBmi` explains one. A thread
 * writes the pages from the OpenAPI document when they are first read.
 */
export function referenceRoutes(options: ReferenceOptions): RequestHandler {
  const { plugins, sources, apart, baseUrl, platform, home } = options;
  const thread = referenceThread({
    ...{ baseUrl, platform, release: RELEASE },
    sources: plugins.flatMap(({ name }) => (apart.has(name) ? [] : (sources.get(name) ?? []))),
    plain: plugins.filter(({ name }) => apart.has(name)),
  });
  const site = { baseUrl, signIn: platform, hasHome: home || platform };
  const [style, script] = referenceAssets();
  const files = new Map([style, script].map(({ path, content }) => [`/${path}`, serve(content, FOR_EVER)]));
  const kept = new KeptPages();

  function framed({ title, description, body }: WrittenPage, language: Language, path: string): string {
    const root = rootFrom(path);
    return framedPage({
      ...{ site, language, title, description, path, section: 'reference', body: new Html(body) },
      head: html`<link rel="stylesheet" href="${root}${style.path}">
<script src="${root}${script.path}" defer></script>`,
    });
  }

  /** @returns whether there is such a page */
  function answer(req: Request, res: Response): Promise<boolean> {
    const { path } = req;
    const language = languageOf(req);
    const id = path === LIST ? null : path.slice(FOLDER.length);
    res.set('Content-Language', language).vary('Accept-Language');
    return kept.sendLater(req, res, `${path} ${language}`, async () => {
      const page = await thread.run({ language, id });
      return page && framed(page, language, path);
    });
  }

  return (req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const file = files.get(req.path);
    const isPage = req.path === LIST || /^\/docs\/reference\/[A-Za-z]\w{0,99}$/.test(req.path);
    if (!isRead || !(file || isPage)) next();
    else if (file) secured(req, res, () => Promise.resolve(file(req, res)).catch(next));
    else secured(req, res, () => answer(req, res).then((isAnswered) => isAnswered || next(), next));
  };
}
