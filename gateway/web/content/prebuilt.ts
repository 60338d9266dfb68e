import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Encoding, encoded } from './encoding.ts';

/** Compressed files under the hash of what they hold, so that none is ever stale. `npm ci` writes them. */
const FOLDER = new URL('./prebuilt/', import.meta.url);

type Compressed = Exclude<Encoding, 'identity'>;
const COMPRESSED: readonly Compressed[] = ['br', 'gzip'];

const fileOf = (hash: string, encoding: Compressed) => new URL(`${hash}.${encoding}`, FOLDER);

/** The compressed form of the body with this hash; `undefined` if the installation has not prepared it. */
export function prebuilt(hash: string, encoding: Compressed): Uint8Array | undefined {
  try {
    return readFileSync(fileOf(hash, encoding));
  } catch {
    return undefined;
  }
}

/** Compresses content as far as it goes and keeps it for {@link prebuilt}. Takes some seconds. */
export function prebuild(contents: Iterable<{ readonly hash: string; readonly body: Uint8Array }>): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const { hash, body } of contents) {
    for (const encoding of COMPRESSED) writeFileSync(fileOf(hash, encoding), encoded(body, encoding, 'install'));
  }
}
