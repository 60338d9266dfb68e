import './quick-resolution.js';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Enables Node's compile cache, which keeps compiled code with types stripped: a start takes half the time and a third
 * less memory. `npm ci` fills the folder (`prepare`), so that the first start already uses it. Node checks each entry
 * against its source, so a stale, missing or read-only folder costs only time.
 *
 * This file contains no types. Preloaded with `--import`, it lets even the first module with types come from the cache,
 * so that Node never loads its type stripper, which takes 15 MB.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/vitalgate', import.meta.url)));
