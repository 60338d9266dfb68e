import { gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Cluster, Redis } from 'ioredis';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import type { Plugin } from '../../../plugins/sdk/index.ts';
import { readQuery, requestLanguage } from '../../../plugins/sdk/index.ts';
import { readBody } from '../../../plugins/sdk/server/read-body.ts';
import { networkOf } from '../../request/call/network-of.ts';
import { Attempts } from '../../request/limits/attempts.ts';
import {
  lineOf,
  lineOfManifest,
  type Placed,
  placedCalculators,
  placedManifests,
} from '../docs/calculator-pages/placed.ts';

import { cookieValues, SESSION_COOKIE } from '../platform/cookies.ts';
import { type HashedAsset, portalAssets } from './assets.ts';
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

/** Pages that one process keeps, compressed: about 12 KB each. */
const MOST_KEPT = 512;

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

/** The pages load only their own style and script, and post forms only to themselves. */
const secured = helmet({
  strictTransportSecurity: { includeSubDomains: false },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
  },
});

type Answer = (req: Request, res: Response) => void | Promise<void>;

/**
 * Serves the pages of the calculators. `GET` shows the first example. `POST` calculates in this process, without key and
 * quota, up to {@link MOST_IN_MINUTE} times a minute and {@link MOST_IN_DAY} times a day for each network, and answers
 * with a page that no cache keeps.
 */
export function portalRoutes({ plugins, baseUrl, platform, home, signUp, redis, away }: PortalOptions): RequestHandler {
  const placed = placedCalculators(plugins, baseUrl);
  const manifests = placedManifests(plugins, baseUrl);
  const lines = [...placed.map(lineOf), ...manifests.map(lineOfManifest)];
  const { style, script } = portalAssets();
  const frame = { assets: { style: style.path, script: script.path }, signIn: platform };
  const kept = new Map<string, Buffer>();
  const limit = (name: string, attempts: number, seconds: number) =>
    new Attempts({ name: `portal:${name}`, attempts, seconds, blocks: true }, redis, away);
  const minute = limit('minute', MOST_IN_MINUTE, 60);
  const day = limit('day', MOST_IN_DAY, 86_400);

  /** A page that is the same for everybody: written once for each language, and kept compressed. */
  function shared(write: (language: Language) => string): Answer {
    return (req, res) => {
      const language = languageOf(req);
      const key = `${req.path} ${language}`;
      const page = kept.get(key) ?? gzipSync(write(language));
      kept.delete(key);
      kept.set(key, page);
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      res.set({ 'Cache-Control': 'no-cache', 'Content-Language': language });
      if (req.acceptsEncodings('gzip')) sendZipped(res, page);
      else sendPage(req, res, 200, write(language));
    };
  }

  function calculated(one: Placed): Answer {
    return async (req, res) => {
      const language = languageOf(req);
      res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Content-Language': language });
      const body = await new Promise<Uint8Array>((resolve) => readBody(req, LONGEST_FORM, resolve));
      const network = networkOf(req.call.address);
      const wait = (await minute.take(network)) || (await day.take(network));
      if (wait > 0) {
        res.set('Retry-After', String(wait));
        sendPage(req, res, 429, refusalPage(one, language, 'limit', { seconds: wait }, frame));
        return;
      }
      const isForm = req.is('application/x-www-form-urlencoded') !== false && body.byteLength <= LONGEST_FORM;
      const submitted = isForm ? readForm(one.calculator, body) : null;
      if (submitted === null) {
        sendPage(req, res, 400, refusalPage(one, language, 'unreadable', {}, frame));
        return;
      }
      const view = viewOf(one, language, submitted);
      const status = view.answer === null ? 422 : 200;
      sendPage(req, res, status, calculatorPage(view, { ...frame, related: relatedTo(one, placed) }));
    };
  }

  const pages = new Map<string, Answer>([
    ['/docs/calculators/', shared((language) => indexPage(lines, language, frame))],
    ['/docs/calculators', (_req, res) => res.redirect(301, 'calculators/')],
    ...[style, script].map((asset) => [`/${asset.path}`, serveForever(asset)] as const),
  ]);
  const forms = new Map<string, Answer>();
  if (home) {
    const page = shared((language) => homePage({ ...frame, placed, lines, signUp }, language));
    pages.set('/', (req, res) => {
      res.set('Vary', 'Cookie');
      return page(req, res);
    });
  }
  for (const one of placed) {
    const path = `/docs/calculators/${one.page}`;
    const related = relatedTo(one, placed);
    pages.set(
      path,
      shared((language) => calculatorPage(exampleView(one, language), { ...frame, related })),
    );
    forms.set(path, calculated(one));
  }
  for (const one of manifests) {
    pages.set(
      `/docs/calculators/${one.page}`,
      shared((language) => servicePage(one, language, frame)),
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

function languageOf(req: Request): Language {
  const mark = req.url.indexOf('?');
  const query = mark === -1 ? [] : (readQuery(req.url.slice(mark + 1)) ?? []);
  return requestLanguage(query, req.get('Accept-Language'), LANGUAGES);
}

function sendPage(req: Request, res: Response, status: number, page: string): void {
  res.status(status);
  if (req.acceptsEncodings('gzip')) sendZipped(res, gzipSync(page));
  else res.vary('Accept-Language').vary('Accept-Encoding').type('html').send(page);
}

function sendZipped(res: Response, page: Buffer): void {
  res.set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
  });
  res.vary('Accept-Language').vary('Accept-Encoding');
  res.send(page);
}

function serveForever({ content }: HashedAsset): Answer {
  const zipped = gzipSync(content.body);
  return (req, res) => {
    res.set({
      'Content-Type': content.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    });
    if (req.acceptsEncodings('gzip')) res.set('Content-Encoding', 'gzip').send(zipped);
    else res.send(content.body);
  };
}
