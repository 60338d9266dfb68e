import { type Upstream, upstreamSchema } from '../upstream/define-upstream.ts';
import { importDeclared } from './import-declared.ts';
import { UPSTREAMS } from './sources.ts';

/**
 * Loads the upstreams of the plugins' folders.
 *
 * @param named folders of plugins, relative to the working directory; other names have no upstreams
 * @param mounts paths that plugins answer at
 * @throws the mistakes of a file, with the path of the file
 */
export async function loadUpstreams(named: readonly string[], mounts: readonly string[]): Promise<Upstream[]> {
  const upstreams: Upstream[] = [];
  for (const { file, value } of await importDeclared<Upstream>(named, UPSTREAMS, upstreamSchema)) {
    const { name, prefix } = value;
    const taken = [...mounts, ...upstreams.map((other) => other.prefix)].find((path) => overlap(path, prefix));
    if (taken !== undefined) throw new Error(`${file}: prefix: ${prefix} overlaps with ${taken}`);
    if (upstreams.some((other) => other.name === name)) throw new Error(`${file}: name: ${name} is taken`);
    upstreams.push(value);
  }
  return upstreams;
}

function overlap(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}
