import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of the plugins that come with the gateway, each in a folder of its name. */
export const BUILT_IN = new URL('../../', import.meta.url);

/** Names of the plugins that come with the gateway, loaded or not. */
export const BUILT_IN_NAMES: ReadonlySet<string> = new Set(
  readdirSync(fileURLToPath(BUILT_IN)).filter((name) => name !== 'sdk'),
);
