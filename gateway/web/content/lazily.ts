import type { RequestHandler } from 'express';
import { loadedOnce } from '../../threads/loaded-once.ts';

/**
 * A handler that is loaded at the first request for one of its paths, and passes every other request on. A gateway that
 * only answers calls starts without it, and never spends memory on it.
 */
export function lazily(isOurs: (path: string) => boolean, load: () => Promise<RequestHandler>): RequestHandler {
  const handler = loadedOnce(load);
  return (req, res, next) => {
    if (!isOurs(req.path)) {
      next();
      return;
    }
    handler()
      .then((answer) => answer(req, res, next))
      .catch(next);
  };
}
