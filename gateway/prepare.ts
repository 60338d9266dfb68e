import { flushCompileCache } from 'node:module';
import { useCompileCache } from './compile-cache.ts';

/**
 * Run by `npm ci`: loads what a start loads, so that Node has it compiled when the first start comes, and writes the pages
 * of the calculators into docs/calculators.
 */
useCompileCache();
await import('./start.ts');
await import('./docs/routes.ts');
const { loadPlugins } = await import('../plugins/sdk/loading/load.ts');
const { plugins } = await loadPlugins([]);
const { writeCalculatorPages } = await import('./docs/calculator-pages/write.ts');
writeCalculatorPages(plugins);
flushCompileCache();
