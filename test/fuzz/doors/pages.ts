import { readdirSync } from 'node:fs';
import { anyAddress } from '../callers.ts';
import { headerValue, queryOf } from '../shot.ts';
import { strangeText } from '../strange-values.ts';
import type { Door } from './door.ts';

const ROOT = new URL('../../../', import.meta.url);
const pagesOf = (folder: string) =>
  readdirSync(new URL(folder, ROOT)).flatMap((file) =>
    file.endsWith('.md') ? [`/${folder}/${file.slice(0, -3)}`] : [],
  );

const PAGES = [
  '/',
  '/docs',
  '/docs/',
  '/docs/errors',
  '/docs/errors/',
  '/docs/calculators',
  '/docs/calculators/',
  '/docs/calculators/bmi',
  '/docs/calculators/tdee',
  '/docs/embed',
  '/docs/reference/getBmi',
  '/docs/reference/nothing',
  '/embed.js',
  '/embed/bmi',
  '/set-password',
  '/invitation',
  '/sign-up',
  '/confirm-email',
  '/link.js',
  '/link.css',
  '/healthz',
  '/readyz',
  '/favicon.ico',
  '/robots.txt',
  '/.env',
  '/package.json',
  '/sitemap.xml',
  '/llms.txt',
  '/docs/api.md',
  '/docs/search.json',
  ...pagesOf('docs'),
  ...pagesOf('docs/errors'),
];

/** The OpenAPI document has megabytes, so it is fetched seldom. */
const DOCUMENT = '/openapi.json';

/** The pages that need no key, and similar paths. */
export const pageDoor: Door = {
  name: 'pages',
  weight: 6,
  shot(random) {
    const strange = encodeURIComponent(strangeText(random).toWellFormed()).slice(0, 3_000).replace(/%.?$/, '');
    const page = random.chance(0.01) ? DOCUMENT : random.pick(PAGES);
    const path = random.chance(0.9)
      ? page
      : random.pick([
          `${page}/${strange}`,
          `/docs/${strange}`,
          `/docs/assets/${strange}`,
          `/${strange}`,
          `${page}/..`,
          `/docs/..%2f${strange}`,
        ]);
    const lang = random.chance(0.3) ? random.pick(['de', 'ja', 'xx', strangeText(random)]) : null;
    const headers = [...anyAddress(random)];
    if (random.chance(0.2))
      headers.push('Accept-Language', random.pick(['de', 'ar;q=0.3, fr', '*', headerValue(strangeText(random))]));
    if (random.chance(0.1)) headers.push('Accept-Encoding', random.pick(['gzip', 'br, gzip;q=0', 'x']));
    if (random.chance(0.05)) headers.push('Cookie', headerValue(strangeText(random)));
    if (random.chance(0.1)) headers.push('If-None-Match', random.pick(['*', '"x"', headerValue(strangeText(random))]));
    return {
      method: random.chance(0.92) ? 'GET' : random.pick(['HEAD', 'POST', 'OPTIONS', 'DELETE']),
      target: path + queryOf(lang === null ? [] : [['lang', lang]]),
      headers,
      body: null,
    };
  },
};
