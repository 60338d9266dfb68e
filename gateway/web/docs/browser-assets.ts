import { readFileSync } from 'node:fs';
import { type FrameAssets, frameAssets, type HashedAsset, hashed } from '../frame/assets.ts';

const SWAGGER = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'));
const OWN = new URL('./browser/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** The files that only the reference page loads, by their names without hash. */
export function referenceAssets(): ReadonlyMap<string, HashedAsset> {
  const asset = (folder: URL, file: string) => {
    const [name = '', ending = ''] = file.split('.');
    return [file, hashed(name, ending, TYPES[ending] ?? '', readFileSync(new URL(file, folder)))] as const;
  };
  return new Map([
    asset(OWN, 'reference.js'),
    asset(SWAGGER, 'swagger-ui.css'),
    asset(SWAGGER, 'swagger-ui-bundle.js'),
  ]);
}

/** The files of all pages, without those of the reference page. */
export const sharedAssets = (): readonly HashedAsset[] => Object.values(frameAssets() satisfies FrameAssets);
