import { flushCompileCache } from 'node:module';
import './compile-cache.js';

/**
 * Run by `npm ci`: loads what a start loads, so that Node has it compiled when the first start comes, writes the pages of
 * the calculators into docs/calculators, and builds the dashboard.
 */
await import('./main.ts');
await import('./docs/routes.ts');
const { loadPlugins } = await import('../plugins/sdk/loading/load.ts');
const { plugins } = await loadPlugins([]);
const { writeCalculatorPages } = await import('./docs/calculator-pages/write.ts');
writeCalculatorPages(plugins);
flushCompileCache();
const { buildDashboard } = await import('./dashboard/build.ts');
if ((await buildDashboard()) === 'without-vite') {
  console.log('The dashboard is not built: vite, a development dependency, is not installed.');
}
