import type { RequestHandler } from 'express';
import { lazily } from '../content/lazily.ts';
import type { PortalOptions } from './routes.ts';

const PATHS = /^\/(docs\/(calculators(\/|$)|embed$)|embed(\/|\.js$))/;

/** The pages for visitors, loaded at the first request for one of them. */
export function lazyPortal(options: PortalOptions): RequestHandler {
  return lazily(
    (path) => (options.home && path === '/') || PATHS.test(path),
    async () => (await import('./routes.ts')).portalRoutes(options),
  );
}
