import { useEffect, useState } from 'preact/hooks';

/** A place in the dashboard: the part of the address behind `#`, which browsers send to no server. */
export interface Route {
  /** Segments, decoded: `#/users/us_1?x=y` is `['users', 'us_1']`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

/** Reads the part of an address behind (and with) `#`. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s, 2);
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export type Query = Readonly<Record<string, string | null | undefined>>;

/**
 * The address of a place, for links. `null` and empty values in the query are left out.
 *
 * @example hrefOf(['users', id]) // '#/users/us_1'
 */
export function hrefOf(path: readonly string[], query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const tail = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  return `#/${path.map(encodeURIComponent).join('/')}${tail}`;
}

/** The values of a pattern's parameters, such as `users/:user`, by name; `null` if the path does not match. */
export function matchOf(pattern: string, path: readonly string[]): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/').filter(Boolean);
  if (wanted.length !== path.length) return null;
  const values: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const found = path[at] ?? '';
    if (segment.startsWith(':')) values[segment.slice(1)] = found;
    else if (segment !== found) return null;
  }
  return values;
}

/** Goes to a place. `replace` adds no step to the browser's history: for filters and redirects. */
export function navigate(href: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') {
    location.hash = href;
    return;
  }
  history.replaceState(null, '', href);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** How many components want the page to stay. */
let holds = 0;

/**
 * Keeps the page as it is, whatever happens to the address, and lets the browser ask before the tab is closed. The
 * returned function ends this: the page of the present address is then drawn.
 */
export function holdPage(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  holds += 1;
  return () => {
    holds -= 1;
    removeEventListener('beforeunload', ask);
    dispatchEvent(new HashChangeEvent('hashchange'));
  };
}

/** The current place; a change redraws the component, unless the page is held. */
export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = () => {
      if (holds === 0) setHash(location.hash);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return routeOf(hash);
}
