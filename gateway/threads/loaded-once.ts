import { loadingModules } from './v8-flags.ts';

/** Loads at the first call. A load that fails, such as one without free file descriptors, is tried again at the next. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= loadingModules(load).catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
