import type { RequestHandler, Router } from 'express';
import type { DocsOptions } from './routes.ts';

/**
 * The documentation, loaded and rendered at the first request for one of its pages. A gateway that only answers calls
 * starts without it and never spends memory on it.
 */
export function lazyDocs(options: DocsOptions): RequestHandler {
  let router: Promise<Router> | undefined;
  return (req, res, next) => {
    if (!/^\/(docs(\/|$)|(openapi\.json|robots\.txt|sitemap\.xml|llms\.txt)$)/.test(req.path)) {
      next();
      return;
    }
    router ??= import('./routes.ts').then(({ docsRouter }) => docsRouter(options));
    router.then((docs) => docs(req, res, next), next);
  };
}
