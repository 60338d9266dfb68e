import type { Request, RequestHandler } from 'express';
import type { Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import type { Plan } from '../../accounts/plans/plans.ts';
import { KeptPages, sendOnce } from '../content/kept-pages.ts';
import { type Answer, serve } from '../content/send.ts';
import {
  lineOf,
  lineOfManifest,
  type Placed,
  placedCalculators,
  placedManifests,
} from '../docs/calculator-pages/placed.ts';
import { embedScript } from '../frame/assets.ts';
import { languageOf, secured } from '../frame/response.ts';
import { cookieValues, SESSION_COOKIE } from '../platform/cookies.ts';
import { exampleView, viewOf } from './calculator/filled.ts';
import { calculatorPage } from './calculator/page.ts';
import { relatedTo } from './calculator/related.ts';
import { embedAnswers } from './embed-answers.ts';
import { homePage } from './home-page.ts';
import { indexPage } from './index-page.ts';

import { refusalPage } from './refusal-page.ts';
import { servicePage } from './service-page.ts';
import { snippetPage } from './snippet-page.ts';
import { type CountedIn, keylessDoor } from './submission.ts';

export interface PortalOptions extends CountedIn {
  readonly plugins: readonly Plugin[];
  readonly baseUrl: string;
  /** Whether visitors can sign in here. */
  readonly platform: boolean;
  /** Whether visitors get a page of their own at `/`. */
  readonly home: boolean;
  /** Whether visitors may create an account. */
  readonly signUp: boolean;
  /** Reads the plans that clients can choose. */
  readonly plans: () => Promise<readonly Plan[]>;
  /** Origins whose pages may show calculators with `embed.js`. */
  readonly embedOrigins: readonly string[];
}

/**
 * Serves the pages of the calculators. `GET` shows the first example. `POST` calculates in this process, without key and
 * quota but with limits for each network, and answers with a page that no cache keeps.
 */
export function portalRoutes({
  plugins,
  baseUrl,
  platform,
  home,
  signUp,
  plans,
  embedOrigins,
  redis,
  away,
}: PortalOptions): RequestHandler {
  const placed = placedCalculators(plugins, baseUrl);
  const manifests = placedManifests(plugins, baseUrl);
  const lines = [...placed.map(lineOf), ...manifests.map(lineOfManifest)];
  const site = { baseUrl, signIn: platform, hasHome: home || platform };
  const kept = new KeptPages();
  const door = keylessDoor({ redis, away });
  const embedded = embedAnswers({ placed, baseUrl, origins: new Set(embedOrigins), door });

  /**
   * A page that is the same for everybody.
   *
   * @param state what else the page depends on
   */
  function shared(write: (language: Language) => string, state = ''): Answer {
    return (req, res) => {
      const language = languageOf(req);
      res.set('Content-Language', language).vary('Accept-Language');
      kept.send(req, res, `${req.path} ${language} ${state}`, () => write(language));
    };
  }

  function calculated(one: Placed): Answer {
    return async (req, res) => {
      const language = languageOf(req);
      res.set({ 'X-Robots-Tag': 'noindex', 'Content-Language': language }).vary('Accept-Language');
      const submission = await door(req, one.calculator);
      if ('refused' in submission) {
        const { refused, status, seconds } = submission;
        if (status === 429) res.set('Retry-After', String(seconds));
        sendOnce(req, res, status, refusalPage(one, language, refused, { seconds }, site));
        return;
      }
      const view = viewOf(one, language, submission.submitted);
      const status = view.answer === null ? 422 : 200;
      sendOnce(req, res, status, calculatorPage(view, { site, related: relatedTo(one, placed) }));
    };
  }

  const pages = new Map<string, Answer>([
    ['/docs/calculators/', shared((language) => indexPage(lines, language, site))],
    ['/docs/calculators', (_req, res) => res.redirect(301, 'calculators/')],
    ['/embed.js', embedAnswer()],
    [
      '/docs/embed',
      (req, res) => sendOnce(req, res, 200, snippetPage({ site, placed, url: req.url }, languageOf(req))),
    ],
  ]);
  const forms = new Map<string, Answer>();
  if (home) {
    pages.set('/', async (req, res) => {
      const offered = await plans();
      const write = (language: Language) => homePage({ site, placed, lines, signUp, plans: offered }, language);
      res.vary('Cookie');
      return shared(write, JSON.stringify(offered))(req, res);
    });
  }
  for (const one of placed) {
    const path = `/docs/calculators/${one.page}`;
    const related = relatedTo(one, placed);
    pages.set(
      path,
      shared((language) => calculatorPage(exampleView(one, language), { site, related })),
    );
    forms.set(path, calculated(one));
  }
  for (const one of manifests) {
    pages.set(
      `/docs/calculators/${one.page}`,
      shared((language) => servicePage(one, language, site)),
    );
  }
  return (req, res, next) => {
    const table = req.method === 'POST' ? forms : req.method === 'GET' || req.method === 'HEAD' ? pages : undefined;
    const answer = table && req.path.startsWith('/embed/') ? embedded(req.path) : table?.get(req.path);
    if (!answer || (req.path === '/' && isForDashboard(req))) {
      next();
      return;
    }
    secured(req, res, () => Promise.resolve(answer(req, res)).catch(next));
  };
}

/** Whether the browser has a session, or comes back from a payment. The dashboard then answers at `/`. */
function isForDashboard(req: Request): boolean {
  const query = req.url.split('?')[1] ?? '';
  return cookieValues(req.headers.cookie, SESSION_COOKIE).length > 0 || !/^(lang=[\w-]*)?$/.test(query);
}

/** The script for other sites. Its address never changes, so browsers keep it for an hour. */
function embedAnswer(): Answer {
  const send = serve(embedScript(), 'public, max-age=3600');
  return (req, res) => {
    res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' });
    return send(req, res);
  };
}
