import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Content, contentOf } from '../content/content.ts';

/** A build of the dashboard. */
export interface Dist {
  /** The page, in English, with placeholders that each answer fills in. */
  readonly page: string;
  /** By path: `/assets/<name>`. The name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, Content>;
}

/** Where the build of the dashboard is. */
export const DIST = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the whole build into memory, so that no request path ever reaches a file. `null` if there is no build. */
export function readDist(folder: string): Dist | null {
  try {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    const assets = readdirSync(join(folder, 'assets')).flatMap((name) => {
      const type = TYPES[extname(name)];
      return type === undefined
        ? []
        : [[`/assets/${name}`, contentOf(type, readFileSync(join(folder, 'assets', name)))] as const];
    });
    return { page, assets: new Map(assets) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
