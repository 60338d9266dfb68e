import { LANGUAGES, type Plugin } from '../../plugins/sdk/index.ts';
import type { Content } from './content/content.ts';
import { prebuild } from './content/prebuilt.ts';
import { DIST, readDist } from './dashboard/dist.ts';
import { openSearch } from './docs/open-search.ts';
import { readPages } from './docs/pages.ts';
import { listTranslatedPages } from './docs/translated-pages.ts';
import { embedScript, frameAssets } from './frame/assets.ts';
import { referenceAssets } from './reference/assets.ts';

/**
 * Compresses the files of all pages, for every later start: styles and scripts, the dashboard, and the search of an
 * installation with these plugins alone.
 */
export function prebuildFiles(plugins: readonly Plugin[]): void {
  const search = openSearch({ table: readPages(), translated: listTranslatedPages(), plugins, platform: true });
  const dashboard = readDist(DIST)?.assets.values() ?? [];
  const contents: Content[] = [
    ...[...Object.values(frameAssets()), ...referenceAssets()].map(({ content }) => content),
    embedScript(),
    ...dashboard,
    ...LANGUAGES.map(search),
  ];
  prebuild(contents.map(({ hash, bodies }) => ({ hash, body: bodies.identity })));
}
