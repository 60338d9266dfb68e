import { flushCompileCache } from 'node:module';
import './compile-cache.js';

/**
 * Run by `npm ci`: loads what a start loads, so that Node has it compiled when the first start comes, and writes the pages
 * of the calculators into docs/calculators.
 */
await import('./main.ts');
await import('./docs/routes.ts');
const { loadPlugins } = await import('../plugins/sdk/loading/load.ts');
const { plugins } = await loadPlugins([]);
const { writeCalculatorPages } = await import('./docs/calculator-pages/write.ts');
writeCalculatorPages(plugins);
flushCompileCache();
