import type { Request, RequestHandler } from 'express';
import helmet from 'helmet';
import { LANGUAGES, type Language } from '../../../calculators/kit/index.ts';
import { readQuery, requestLanguage } from '../../../plugins/sdk/index.ts';

/** The pages load only their own files and post forms only to themselves, and no page may embed them. */
export const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
} as const;

/** The security headers of the pages. The gateway must not decide for subdomains of its host. */
export const secured: RequestHandler = helmet({
  strictTransportSecurity: { includeSubDomains: false },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: Object.fromEntries(Object.entries(PAGE_POLICY).map(([name, values]) => [name, [...values]])),
  },
});

/** The language of a page: `lang`, else the best of `Accept-Language`, else English. */
export function languageOf(req: Request, offered: readonly Language[] = LANGUAGES): Language {
  const mark = req.url.indexOf('?');
  const query = mark === -1 ? [] : (readQuery(req.url.slice(mark + 1)) ?? []);
  return requestLanguage(query, req.get('Accept-Language'), offered);
}
