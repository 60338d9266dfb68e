import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Encoding, encoded } from './encoding.ts';

/** Compressed files under the hash of what they hold, so that none is ever stale. `npm ci` writes them. */
const FOLDER = new URL('./prebuilt/', import.meta.url);

type Compressed = Exclude<Encoding, 'identity'>;
const COMPRESSED: readonly Compressed[] = ['br', 'gzip'];

const fileOf = (hash: string, encoding: Compressed, folder: URL) => new URL(`${hash}.${encoding}`, folder);

/** The compressed form of the body with this hash; `undefined` if the installation has not prepared it. */
export function prebuilt(hash: string, encoding: Compressed, folder = FOLDER): Uint8Array | undefined {
  try {
    return readFileSync(fileOf(hash, encoding, folder));
  } catch {
    return undefined;
  }
}

/** Compresses content as far as it goes and keeps it for {@link prebuilt}. Takes some seconds. */
export function prebuild(
  contents: Iterable<{ readonly hash: string; readonly body: Uint8Array }>,
  folder = FOLDER,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { hash, body } of contents) {
    for (const encoding of COMPRESSED)
      writeFileSync(fileOf(hash, encoding, folder), encoded(body, encoding, 'install'));
  }
}
