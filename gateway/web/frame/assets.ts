import { readFileSync } from 'node:fs';
import type { Content } from '../content/content.ts';
import { contentOf } from '../content/content.ts';

const STYLE = new URL('../../../dashboard/style/', import.meta.url);
const OWN = new URL('./browser/', import.meta.url);

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** A file of the pages, under a name that changes with its content, so that browsers keep it for a year. */
export interface HashedAsset {
  /** Path below the root of the installation. */
  readonly path: string;
  readonly content: Content;
}

/** The files of the frame: the stylesheet with the colours of the dashboard, the scripts and the icon. */
export interface FrameAssets {
  readonly style: HashedAsset;
  readonly script: HashedAsset;
  /** The search, which the script loads at its first use. */
  readonly search: HashedAsset;
  readonly icon: HashedAsset;
}

let loaded: FrameAssets | undefined;

/** The files of the frame, read at the first use. */
export function frameAssets(): FrameAssets {
  loaded ??= {
    style: hashed('page', 'css', CSS, smaller(styles())),
    script: hashed('page', 'js', JAVASCRIPT, joined('page.js')),
    search: hashed('search', 'js', JAVASCRIPT, read(new URL('search.js', OWN))),
    icon: hashed('icon', 'svg', 'image/svg+xml', read(new URL('icon.svg', STYLE))),
  };
  return loaded;
}

/** The script for pages of other sites. */
export const embedScript = (): Content => contentOf(JAVASCRIPT, joined('embed.js'));

/**
 * A script with the files that it imports, as one classic script: the functions of a module, the text of a stylesheet.
 */
function joined(name: string): string {
  const imports: string[] = [];
  const own = read(new URL(name, OWN)).replaceAll(/^import (.+) from '(.+?)'.*;\n/gm, (_line, names, path) => {
    const text = read(new URL(path, OWN));
    imports.push(path.endsWith('.css') ? `const ${names} = ${JSON.stringify(smaller(text))};` : text);
    return '';
  });
  const lines = [...imports, own]
    .join('\n')
    .replaceAll(/^export /gm, '')
    .split('\n');
  const code = lines.map((line) => line.trim()).filter((line) => line !== '' && !/^(\/\/|\/?\*)/.test(line));
  return `(() => {\n'use strict';\n${code.join('\n')}\n})();\n`;
}

/** A file under `docs/assets/`, with a part of its hash in its name. */
export function hashed(name: string, ending: string, type: string, text: string | Uint8Array): HashedAsset {
  const content = contentOf(type, text);
  return { path: `docs/assets/${name}-${content.hash.slice(0, 12)}.${ending}`, content };
}

const read = (file: URL) => readFileSync(file, 'utf8');

function styles(): string {
  const shared = ['tokens.css', 'base.css'].map((name) => read(new URL(name, STYLE)));
  const own = ['frame.css', 'article.css', 'calculator.css'].map((name) => read(new URL(name, OWN)));
  return [...shared, ...own].join('');
}

/** A stylesheet without comments and indentation. */
function smaller(css: string): string {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}
