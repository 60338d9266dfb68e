import { readFileSync } from 'node:fs';
import { type HashedAsset, hashed } from '../frame/assets.ts';

const read = (name: string) => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');

/** The files that only the pages of the reference load: the stylesheet, then the script. */
export function referenceAssets(): readonly [style: HashedAsset, script: HashedAsset] {
  return [
    hashed('reference', 'css', 'text/css; charset=utf-8', read('reference.css')),
    hashed('reference', 'js', 'text/javascript; charset=utf-8', read('reference.js')),
  ];
}
