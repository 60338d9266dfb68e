import type { RequestHandler } from 'express';
import type { ReferenceOptions } from './routes.ts';

/** The reference of the API, loaded at the first request for one of its pages. */
export function lazyReference(options: ReferenceOptions): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  return (req, res, next) => {
    if (!/^\/docs($|\/(reference\/|assets\/reference-))/.test(req.path)) {
      next();
      return;
    }
    routes ??= import('./routes.ts').then(({ referenceRoutes }) => referenceRoutes(options));
    routes.then((answer) => answer(req, res, next), next);
  };
}
