import type { RequestHandler } from 'express';

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

/** Loads at the first call. A load that fails, such as one without free file descriptors, is tried again at the next. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
