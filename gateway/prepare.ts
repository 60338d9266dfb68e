import { flushCompileCache } from 'node:module';
import { useCompileCache } from './compile-cache.ts';

/** Run by `npm ci`: loads what a start loads, so that Node has it compiled when the first start comes. */
useCompileCache();
await import('./start.ts');
await import('./docs/routes.ts');
const { loadPlugins } = await import('./plugins/load.ts');
await loadPlugins([]);
flushCompileCache();
