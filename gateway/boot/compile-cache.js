import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Lets Node keep compiled code, types stripped, between starts: a start then takes half the time and a third less memory.
 * `npm ci` fills the folder (`prepare`), so that the first start finds it too. Node checks each entry against its source:
 * a folder that is stale, missing or not writable costs time and nothing else.
 *
 * This file has no types to strip: preloaded (`--import`), it lets even the first module with types come from the cache,
 * and then Node never loads its type stripper, which takes 15 MB.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/vitalgate', import.meta.url)));
