import type { RequestHandler } from 'express';
import { lazily } from '../content/lazily.ts';
import type { DocsOptions } from './routes.ts';

const PATHS = /^\/(docs(\/|$)|(openapi\.json|robots\.txt|sitemap\.xml|llms\.txt)$)/;

/** The documentation, loaded and rendered at the first request for one of its pages. */
export function lazyDocs(options: DocsOptions): RequestHandler {
  return lazily(
    (path) => PATHS.test(path),
    async () => (await import('./routes.ts')).docsRouter(options),
  );
}
