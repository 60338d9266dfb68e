import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { directionOf, type Language } from '../../../calculators/kit/index.ts';
import type { Config } from '../../configuration/config.ts';
import type { GatewayLog } from '../../operations/logger.ts';
import { sendOnce } from '../content/kept-pages.ts';
import { type Answer, FOR_EVER, serve } from '../content/send.ts';
import { cookieValues, SESSION_COOKIE } from '../platform/cookies.ts';
import { platformMessages } from '../platform/texts.ts';
import { DIST, readDist } from './dist.ts';

const secured = helmet({
  strictTransportSecurity: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
});

export interface DashboardOptions {
  readonly config: Pick<Config, 'PLATFORM' | 'SIGNUP' | 'SMTP_URL'>;
  readonly log: GatewayLog;
  /** Folder of the build. */
  readonly folder?: string;
}

/** The facts that the page passes to its script. */
interface PageFacts {
  readonly language: Language;
  readonly signUp: Config['SIGNUP'];
  /** Whether mails wait in the outbox, because no mail server is configured. */
  readonly outbox: boolean;
  /** Whether the request has a session cookie. Scripts cannot read it; without one, they need not ask for a session. */
  readonly cookie: boolean;
}

/**
 * Serves the dashboard, at `/` and `/sign-in`, and its assets, from an exact table. Serves nothing with `PLATFORM=off` or without a build.
 */
export function dashboardPages({ config, log, folder = DIST }: DashboardOptions): RequestHandler {
  const dist = config.PLATFORM === 'on' ? readDist(folder) : null;
  if (dist === null) {
    if (config.PLATFORM === 'on') log.logger.warn('the dashboard is not built: run npm run prepare after npm ci');
    return (_req, _res, next) => next();
  }
  const { page, assets } = dist;
  const servePage: Answer = (req, res) => {
    const { language } = req.call;
    const cookie = cookieValues(req.headers.cookie, SESSION_COOKIE).length > 0;
    res.set({ 'Content-Language': language, Vary: 'Accept-Language, Cookie' });
    sendOnce(
      req,
      res,
      200,
      filled(page, { language, signUp: config.SIGNUP, outbox: config.SMTP_URL === null, cookie }),
    );
  };
  const answers = new Map<string, Answer>([
    ['/', servePage],
    ['/sign-in', servePage],
    ...[...assets].map(([path, asset]) => [path, serve(asset, FOR_EVER)] as const),
  ]);
  return (req, res, next) => {
    const answer = req.method === 'GET' || req.method === 'HEAD' ? answers.get(req.path) : undefined;
    if (answer) secured(req, res, () => void answer(req, res));
    else next();
  };
}

function filled(page: string, { language, signUp, outbox, cookie }: PageFacts): string {
  return page
    .replace('lang="en" dir="ltr"', `lang="${language}" dir="${directionOf(language)}"`)
    .replace('data-sign-up="invite"', `data-sign-up="${signUp}"`)
    .replace('data-mail="smtp"', `data-mail="${outbox ? 'outbox' : 'smtp'}"`)
    .replace('data-cookie="no"', `data-cookie="${cookie ? 'yes' : 'no'}"`)
    .replace('{noscript}', platformMessages.text(language, 'pages.dashboard.noscript'));
}
