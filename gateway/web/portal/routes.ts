import type { Request, RequestHandler } from 'express';
import type { Cluster, Redis } from 'ioredis';
import type { Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { readBody } from '../../../plugins/sdk/server/read-body.ts';
import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import { KeptPages, sendOnce } from '../content/kept-pages.ts';
import type { Answer } from '../content/send.ts';
import {
  lineOf,
  lineOfManifest,
  type Placed,
  placedCalculators,
  placedManifests,
} from '../docs/calculator-pages/placed.ts';
import { languageOf, secured } from '../frame/response.ts';
import { cookieValues, SESSION_COOKIE } from '../platform/cookies.ts';
import { exampleView, readForm, viewOf } from './calculator/filled.ts';
import { calculatorPage } from './calculator/page.ts';
import { relatedTo } from './calculator/related.ts';
import { homePage } from './home-page.ts';
import { indexPage } from './index-page.ts';

import { refusalPage } from './refusal-page.ts';
import { servicePage } from './service-page.ts';

/** Calculations that a network may make on the pages without a key. */
export const MOST_IN_MINUTE = 60;
export const MOST_IN_DAY = 1_000;

/** Longest form, in bytes. */
const LONGEST_FORM = 16_384;

export interface PortalOptions {
  readonly plugins: readonly Plugin[];
  readonly baseUrl: string;
  /** Whether visitors can sign in here. */
  readonly platform: boolean;
  /** Whether visitors get a page of their own at `/`. */
  readonly home: boolean;
  /** Whether visitors may create an account. */
  readonly signUp: boolean;
  /** Counts calculations across all processes; without it, each process counts its own. */
  readonly redis?: Redis | Cluster | undefined;
  /** Whether Redis is known to be unreachable. The limits then do not wait for it. */
  readonly away?: () => boolean;
}

/**
 * Serves the pages of the calculators. `GET` shows the first example. `POST` calculates in this process, without key and
 * quota, up to {@link MOST_IN_MINUTE} times a minute and {@link MOST_IN_DAY} times a day for each network, and answers
 * with a page that no cache keeps.
 */
export function portalRoutes({ plugins, baseUrl, platform, home, signUp, redis, away }: PortalOptions): RequestHandler {
  const placed = placedCalculators(plugins, baseUrl);
  const manifests = placedManifests(plugins, baseUrl);
  const lines = [...placed.map(lineOf), ...manifests.map(lineOfManifest)];
  const site = { baseUrl, signIn: platform, hasHome: home || platform };
  const kept = new KeptPages();
  const limit = (name: string, attempts: number, seconds: number) =>
    new Attempts({ name: `portal:${name}`, attempts, seconds, blocks: true }, redis, away);
  const minute = limit('minute', MOST_IN_MINUTE, 60);
  const day = limit('day', MOST_IN_DAY, 86_400);

  /** A page that is the same for everybody. */
  function shared(write: (language: Language) => string): Answer {
    return (req, res) => {
      const language = languageOf(req);
      res.set('Content-Language', language).vary('Accept-Language');
      kept.send(req, res, `${req.path} ${language}`, () => write(language));
    };
  }

  function calculated(one: Placed): Answer {
    return async (req, res) => {
      const language = languageOf(req);
      res.set({ 'X-Robots-Tag': 'noindex', 'Content-Language': language }).vary('Accept-Language');
      const body = await new Promise<Uint8Array>((resolve) => readBody(req, LONGEST_FORM, resolve));
      const network = networkOf(req.call.address);
      const wait = (await minute.take(network)) || (await day.take(network));
      if (wait > 0) {
        res.set('Retry-After', String(wait));
        sendOnce(req, res, 429, refusalPage(one, language, 'limit', { seconds: wait }, site));
        return;
      }
      const isForm = req.is('application/x-www-form-urlencoded') !== false && body.byteLength <= LONGEST_FORM;
      const submitted = isForm ? readForm(one.calculator, body) : null;
      if (submitted === null) {
        sendOnce(req, res, 400, refusalPage(one, language, 'unreadable', {}, site));
        return;
      }
      const view = viewOf(one, language, submitted);
      const status = view.answer === null ? 422 : 200;
      sendOnce(req, res, status, calculatorPage(view, { site, related: relatedTo(one, placed) }));
    };
  }

  const pages = new Map<string, Answer>([
    ['/docs/calculators/', shared((language) => indexPage(lines, language, site))],
    ['/docs/calculators', (_req, res) => res.redirect(301, 'calculators/')],
  ]);
  const forms = new Map<string, Answer>();
  if (home) {
    const page = shared((language) => homePage({ site, placed, lines, signUp }, language));
    pages.set('/', (req, res) => {
      res.vary('Cookie');
      return page(req, res);
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
    const answer = table?.get(req.path);
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
