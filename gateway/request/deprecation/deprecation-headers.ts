import type { Deprecation } from './deprecations-file.ts';

/** The deprecation of a route: its own, or else that of its plugin. */
export function deprecationOf(
  all: readonly Deprecation[],
  { path, plugin }: { readonly path: string; readonly plugin: string },
): Deprecation | undefined {
  return all.find(({ route }) => route === path) ?? all.find((one) => one.plugin === plugin);
}

/**
 * The headers of a deprecated route's answers, as alternating names and values: `Deprecation` (RFC 9745), `Sunset`
 * (RFC 8594), and `Link` (RFC 8288) to the successor (RFC 5829) and to the page about the deprecation (RFC 9745,
 * section 3).
 */
export function deprecationHeaders({ since, sunset, successor, information }: Deprecation, baseUrl: string): string[] {
  const address = (target: string) => (target.startsWith('/') ? baseUrl + target : target);
  const links = [
    ...(successor === null ? [] : [`<${address(successor)}>; rel="successor-version"`]),
    ...(information === null ? [] : [`<${address(information)}>; rel="deprecation"; type="text/html"`]),
  ];
  return [
    'Deprecation',
    `@${Math.floor(since / 1_000)}`,
    ...(sunset === null ? [] : ['Sunset', new Date(sunset).toUTCString()]),
    ...(links.length === 0 ? [] : ['Link', links.join(', ')]),
  ];
}
