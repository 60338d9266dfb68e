import type { PlatformRoute } from './route.ts';

/** A route that matches a path, and the values of its parameters in the path. */
export interface Match {
  readonly route: PlatformRoute;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: PlatformRoute;
  readonly segments: readonly string[];
}

/**
 * Finds routes by the exact path of the request, without decoding or normalizing it, so every path has one spelling. A
 * literal segment wins over a parameter.
 *
 * @returns a function that returns the matches of a path by method; empty for an unknown path
 */
export function matcher(routes: readonly PlatformRoute[]): (path: string) => ReadonlyMap<string, Match> {
  const patterns: Pattern[] = routes
    .map((route) => ({ route, segments: route.path.split('/') }))
    .sort((a, b) => parameters(a) - parameters(b));
  return (path) => {
    const segments = path.split('/');
    const matches = new Map<string, Match>();
    for (const { route, segments: pattern } of patterns) {
      if (matches.has(route.method)) continue;
      const params = paramsOf(pattern, segments);
      if (params !== null) matches.set(route.method, { route, params });
    }
    return matches;
  };
}

function parameters({ segments }: Pattern): number {
  return segments.filter((segment) => segment.startsWith('{')).length;
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const actual = segments[at] ?? '';
    if (expected.startsWith('{')) params[expected.slice(1, -1)] = actual;
    else if (expected !== actual) return null;
  }
  return params;
}
