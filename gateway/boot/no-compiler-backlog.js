import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 free the memory of a finished compilation at once ("Maglev", its middle compiler), on the thread that gets the
 * code.
 *
 * V8 leaves that to a thread in the background, which gets little of a busy core (background.ts). In the first seconds of
 * full load hundreds of compilations waited for it, with 40 MB. The C library kept most of that until the process ended.
 */
// Node 20 has no such compiler, and would report an unknown flag.
if (Number.parseInt(process.versions.v8, 10) >= 12) setFlagsFromString('--no-maglev-destroy-on-background');
