import { readFileSync } from 'node:fs';
import { type Content, contentOf } from '../docs/content.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** A file of the pages, under a name that changes with its content, so that browsers keep it for a year. */
export interface HashedAsset {
  /** Path below the root of the installation. */
  readonly path: string;
  readonly content: Content;
}

/** The stylesheet, with the colours of the dashboard, and the script of the pages for visitors. */
export function portalAssets(): { style: HashedAsset; script: HashedAsset } {
  const style = read('../../../dashboard/style/tokens.css') + read('./browser/portal.css');
  return {
    style: hashed('portal', 'css', contentOf('text/css; charset=utf-8', smaller(style))),
    script: hashed('portal', 'js', contentOf('text/javascript; charset=utf-8', read('./browser/portal.js'))),
  };
}

function hashed(name: string, ending: string, content: Content): HashedAsset {
  const hash = content.etag.slice(1, 13).replaceAll(/[^A-Za-z0-9]/g, '0');
  return { path: `docs/assets/${name}-${hash}.${ending}`, content };
}

/** A stylesheet without comments and indentation. */
function smaller(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}
