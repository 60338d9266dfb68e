import { buildCalculators } from './build-calculators.ts';
import { buildPlugin } from './build-plugin.ts';

/**
 * `npm run packages` builds both packages into `packages/<name>/dist`; `npm pack` in a package's folder builds that
 * one.
 */
const BUILDS: Readonly<Record<string, () => Promise<void>>> = { calculators: buildCalculators, plugin: buildPlugin };

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(BUILDS)) {
  const build = BUILDS[name];
  if (!build) throw new RangeError(`no package ${name}; packages: ${Object.keys(BUILDS).join(', ')}`);
  await build();
  console.log(`built packages/${name}/dist`);
}
