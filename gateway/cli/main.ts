import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '../boot/process/private-files.ts';
import { environmentWithFile, readConfig } from '../configuration/config.ts';
import { readMarketplaces } from '../marketplace/marketplaces-file.ts';
import { retentionOf } from '../records/retention.ts';
import { openRecordsForCommand } from './open-records.ts';
import { runCommandLine } from './run.ts';

writePrivately();

// The gateway's own configuration: the command line must find the gateway's records.
const config = () => readConfig(environmentWithFile(process.env, '.env'));

process.exitCode = await runCommandLine({
  args: process.argv.slice(2),
  open: () => openRecordsForCommand(config()),
  config,
  async calculators() {
    const { calculatorsByName } = await import('../request/routes/calculator-names.ts');
    const { loadPlugins } = await import('../../plugins/sdk/loading/load.ts');
    const { namedPlugins } = await import('../../plugins/sdk/loading/sources.ts');
    return calculatorsByName((await loadPlugins(namedPlugins(config()))).plugins);
  },
  marketplaces: () => readMarketplaces(config().MARKETPLACES_FILE),
  async deprecated() {
    const { deprecatedNames } = await import('../request/routes/deprecated-names.ts');
    const { readDeprecations } = await import('../request/deprecation/deprecations-file.ts');
    const { loadPlugins } = await import('../../plugins/sdk/loading/load.ts');
    const { namedPlugins } = await import('../../plugins/sdk/loading/sources.ts');
    const settings = config();
    const { plugins } = await loadPlugins(namedPlugins(settings));
    return deprecatedNames(plugins, readDeprecations(settings.DEPRECATIONS_FILE));
  },
  async counters() {
    const { REDIS_URL, DATA_DIR } = config();
    if (REDIS_URL === null) {
      const path = join(DATA_DIR, 'counters.sqlite');
      if (!existsSync(path)) return null;
      const { CounterReader } = await import('../quota/embedded/counter-reader.ts');
      return new CounterReader(path);
    }
    const { connectRedis } = await import('../quota/redis/connection.ts');
    const { RedisStore } = await import('../quota/redis/store.ts');
    const redis = connectRedis(REDIS_URL.reveal());
    await redis.connect();
    return new RedisStore(redis);
  },
  retention: () => retentionOf(config()),
  now: Date.now,
  // Waits until the text is written, so that an export does not pile up in memory while its reader is slow.
  write: (text) => new Promise((taken) => void process.stdout.write(text, () => taken())),
  complain: console.error,
});
