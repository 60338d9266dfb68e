import type { RequestHandler } from 'express';
import { lazily } from '../content/lazily.ts';
import type { ReferenceOptions } from './routes.ts';

const PATHS = /^\/docs($|\/(reference\/|assets\/reference-))/;

/** The reference of the API, loaded at the first request for one of its pages. */
export function lazyReference(options: ReferenceOptions): RequestHandler {
  return lazily(
    (path) => PATHS.test(path),
    async () => (await import('./routes.ts')).referenceRoutes(options),
  );
}
