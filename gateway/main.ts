import './compile-cache.js';

const { run } = await import('./run.ts');
// `npm ci` imports this file only to have it compiled.
if (import.meta.main) await run();
