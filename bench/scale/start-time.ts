import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startGateway } from '../../test/support/gateway.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';

const KEYS = 1_000_000;
const ROUTES = 500;
const STARTS = 5;

/**
 * Milliseconds of the starts of a gateway with a million keys and 500 routes of a plugin, in ascending order. Nothing
 * else runs, so a start has all cores, as on a machine of its own.
 */
export async function startTimes(): Promise<number[]> {
  const first = await startGateway();
  await first.stop();
  addKeys(first.dataDir);
  const env = { PLUGINS: pluginFolder() };
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const { startMs, stop } = await startGateway({ dataDir: first.dataDir, env });
    times.push(startMs);
    await stop();
  }
  return times.toSorted((a, b) => a - b);
}

/** Adds keys of the first client with one statement: by the accounts they would take half an hour. */
function addKeys(dataDir: string): void {
  const records = new DatabaseSync(join(dataDir, 'records.sqlite'));
  records.exec(`
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${KEYS})
    INSERT INTO keys (id, client_id, user_id, name, environment, hash, hint, created_at, family)
    SELECT printf('key_%022d', number), client_id, user_id, 'Key', 'live', lower(hex(randomblob(32))), 'abcd',
      created_at, printf('key_%022d', number)
    FROM numbers, (SELECT client_id, user_id, created_at FROM keys LIMIT 1)`);
  records.close();
}

function pluginFolder(): string {
  const folder = temporaryFolder('routes');
  mkdirSync(join(folder, 'messages'));
  writeFileSync(join(folder, 'plugin.ts'), PLUGIN);
  const names = Array.from({ length: ROUTES }, (_, index) => `fat-mass-${index}`);
  const texts = names.map((name) => [name, { title: name, summary: 'The fat and the lean part of the body weight.' }]);
  const messages = { ...Object.fromEntries(texts), equations: { definition: 'By definition' } };
  writeFileSync(join(folder, 'messages', 'en.json'), JSON.stringify(messages));
  return folder;
}

const PLUGIN = `
  import { defineCalculator, defineFamily, definePlugin, field, result } from 'vitalgate/plugin';
  import { z } from 'zod';
  const family = defineFamily('many', new URL('./messages/', import.meta.url));
  const calculators = Array.from({ length: ${ROUTES} }, (_, index) =>
    defineCalculator({
      name: 'fat-mass-' + index,
      family,
      since: 'v1.0.0',
      input: z.object({ weight: field.weight(), body_fat: field.bodyFat() }),
      output: z.object({ fat_mass_kg: result.kilograms() }),
      profile: ['weight', 'body_fat'],
      equations: { definition: { formula: 'fat mass = weight · body fat / 100', sources: [] } },
      examples: [{ input: { weight: 80, body_fat: 25 }, output: { fat_mass_kg: 20 }, origin: '80 · 0.25 = 20' }],
      calculate: ({ weight, body_fat }) => ({ fat_mass_kg: (weight * body_fat) / 100 }),
    }),
  );
  export default definePlugin({
    name: 'many', version: '1.0.0', mount: '/api/many', channels: ['direct'], calculators,
  });`;
