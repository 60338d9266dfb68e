import '../boot/compile-cache.js';
import { flushCompileCache } from 'node:module';

/**
 * `npm ci` runs this file. It loads every module of a start, so that Node compiles them before the first start, writes
 * the calculator pages to docs/calculators, and builds the dashboard.
 */
await import('../main.ts');
await import('../web/docs/routes.ts');
const { loadPlugins } = await import('../../plugins/sdk/loading/load.ts');
const { plugins } = await loadPlugins([]);
const { writeCalculatorPages } = await import('../web/docs/write-calculator-pages.ts');
writeCalculatorPages(plugins);
flushCompileCache();
const { buildDashboard } = await import('../web/dashboard/build.ts');
await buildDashboard();
