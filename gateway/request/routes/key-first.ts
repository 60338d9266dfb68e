import type { RouteTable } from './route-table.ts';

/** Below these paths the key comes first, whatever else is wrong with a request. */
const KEYED = /^\/(api(\/|$)|mcp$)/;

/** Whether a request at a path needs a key: below the keyed paths and below the mounts of plugins. */
export function isKeyed(routes: { readonly current: RouteTable }, path: string): boolean {
  return KEYED.test(path) || Boolean(routes.current.mountOf(path));
}
