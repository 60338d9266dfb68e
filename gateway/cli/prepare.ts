import '../boot/compile-cache.js';
import { globSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * `npm ci` runs this file. It loads every module of a start, so that Node compiles them before the first start, writes
 * the calculator pages to docs/calculators, builds the dashboard and the search, and compresses the files of all pages.
 */
await import('../main.ts');
await import('../web/pages-application.ts');
await import('../web/open-platform.ts');
await import('../web/docs/routes.ts');
const { loadPlugins } = await import('../../plugins/sdk/loading/load.ts');
const { plugins } = await loadPlugins([]);
const { writeEditDates } = await import('../web/docs/edit-dates.ts');
writeEditDates();
const { writeCalculatorPages } = await import('../web/docs/write-calculator-pages.ts');
writeCalculatorPages(plugins);
const root = new URL('../../', import.meta.url);
for (const thread of globSync('{gateway,plugins}/**/*-{thread,worker}.ts', { cwd: fileURLToPath(root) })) {
  // It is compiled before it finds out that this is no thread.
  await import(new URL(thread, root).href).catch(() => undefined);
}
flushCompileCache();
const { buildDashboard } = await import('../web/dashboard/build.ts');
await buildDashboard();
const { writeSearch } = await import('../web/docs/open-search.ts');
writeSearch();
const { prebuildFiles } = await import('../web/prebuild-files.ts');
prebuildFiles(plugins);
