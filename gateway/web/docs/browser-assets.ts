import { readFileSync } from 'node:fs';
import { type Content, contentOf } from './content.ts';

const SWAGGER = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'));
const OWN = new URL('./browser/', import.meta.url);

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The scripts and styles of the pages, by file name. The pages load nothing from another origin. */
export function browserAssets(): ReadonlyMap<string, Content> {
  const asset = (folder: URL, name: string, type: string) =>
    [name, contentOf(type, readFileSync(new URL(name, folder)))] as const;
  return new Map([
    asset(OWN, 'page.css', CSS),
    asset(OWN, 'reference.js', JAVASCRIPT),
    asset(SWAGGER, 'swagger-ui.css', CSS),
    asset(SWAGGER, 'swagger-ui-bundle.js', JAVASCRIPT),
  ]);
}
