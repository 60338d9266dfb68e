import type { RequestHandler } from 'express';
import type { PortalOptions } from './routes.ts';

/**
 * The pages for visitors, loaded at the first request for one of them. A gateway that only answers calls starts without
 * them.
 */
export function lazyPortal(options: PortalOptions): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  return (req, res, next) => {
    if (
      !(options.home && req.path === '/') &&
      !/^\/(docs\/(calculators(\/|$)|embed$)|embed(\/|\.js$))/.test(req.path)
    ) {
      next();
      return;
    }
    routes ??= import('./routes.ts').then(({ portalRoutes }) => portalRoutes(options));
    routes.then((answer) => answer(req, res, next), next);
  };
}
