/** The numbers of these options in glibc's malloc.h. */
const M_ARENA_MAX = -8;
const M_TRIM_THRESHOLD = -1;

/** The greatest number of arenas. Those that the threads of V8 have made before the first module runs stay. */
const MOST_ARENAS = 2;

/** Free bytes at the end of an arena that it keeps. Left to itself, the library raises this to 64 MB. */
const KEPT_BYTES = 1 << 20;

// A dozen threads would each have a heap of the C library (an "arena") of their own, and each keeps what its thread
// needed once: with 50,000 clients, 55 of their 110 MB were free. From now on, new threads share those that are there.
//
// An operator's own setting is left alone. Without the library's function (musl, macOS, Windows) or without Node's way to
// call it (before 26.1), this does nothing, and the gateway takes more memory.
if (process.env.MALLOC_ARENA_MAX === undefined) limitArenas();

function limitArenas(): void {
  const { emitWarning } = process;
  // Node warns that this module is experimental. If it changes, the catch below leaves everything as it is.
  process.emitWarning = () => undefined;
  try {
    const ffi = process.getBuiltinModule('node:ffi');
    const { functions } = ffi.dlopen(null, { mallopt: { arguments: ['i32', 'i32'], return: 'i32' } });
    functions.mallopt(M_ARENA_MAX, MOST_ARENAS);
    functions.mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
  } catch {
    // See above.
  } finally {
    process.emitWarning = emitWarning;
  }
}
