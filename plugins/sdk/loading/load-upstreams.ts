import { type Upstream, upstreamSchema } from '../upstream/define-upstream.ts';
import { declaringFiles, importFile } from './import-declared.ts';
import type { RefusedPlugin } from './load.ts';
import { UPSTREAMS } from './sources.ts';

/** An upstream and the file that declares it. */
export interface LoadedUpstream {
  readonly file: string;
  readonly upstream: Upstream;
}

export interface LoadedUpstreams {
  readonly upstreams: readonly LoadedUpstream[];
  /** Files with a mistake: none of their upstreams is loaded. */
  readonly refused: readonly RefusedPlugin[];
}

/**
 * Loads the upstreams of the plugins' folders. A file with a mistake is refused; the others load.
 *
 * @param named folders of plugins, relative to the working directory; other names have no upstreams
 * @param mounts paths that plugins answer at
 */
export async function loadUpstreams(named: readonly string[], mounts: readonly string[]): Promise<LoadedUpstreams> {
  const upstreams: LoadedUpstream[] = [];
  const refused: RefusedPlugin[] = [];
  for (const file of declaringFiles(named, UPSTREAMS)) {
    try {
      const declared = await importFile<Upstream>(file, UPSTREAMS, upstreamSchema);
      const own: LoadedUpstream[] = [];
      for (const { value: upstream } of declared) {
        refuseConflicts(upstream, [...upstreams, ...own], mounts);
        own.push({ file, upstream });
      }
      upstreams.push(...own);
    } catch (error) {
      refused.push({ source: file, reasons: [error instanceof Error ? error.message : String(error)] });
    }
  }
  return { upstreams, refused };
}

/** @throws if a path or name is taken */
export function refuseConflicts(
  { name, prefix }: Upstream,
  others: readonly LoadedUpstream[],
  mounts: readonly string[],
): void {
  const taken = [...mounts, ...others.map(({ upstream }) => upstream.prefix)].find((path) => overlap(path, prefix));
  if (taken !== undefined) throw new Error(`prefix: ${prefix} overlaps with ${taken}`);
  if (others.some(({ upstream }) => upstream.name === name)) throw new Error(`name: ${name} is taken`);
}

function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}
