import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { firstAdmin } from '../support/browser.ts';
import { startGateway } from '../support/gateway.ts';
import { startTestGateway } from '../support/in-process-gateway.ts';
import { describeWithOwnRedis, describeWithPostgres } from '../support/servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Numbers that occur nowhere by chance: each is one input of one call. */
const WEIGHTS = Array.from({ length: 30 }, (_, at) => `8${at % 10}.${731_000 + at * 97}1`);

/** Calls with every kind of input and outcome: query and body, right and wrong, known and unknown paths. */
async function callWith(baseUrl: string, key: string): Promise<string[]> {
  const rest = 'height=178&age=34&gender=male&activity_level=moderately_active';
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${baseUrl}${path}`, { headers, ...init }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });
  const body = (weight: string) =>
    JSON.stringify({ weight: Number(weight), height: 178, age: 34, gender: 'male', activity_level: 'sedentary' });
  const statuses = new Set<number>();
  // One input at a time: all calls at once are more than a busy machine answers in time.
  for (const weight of WEIGHTS) {
    const answers = await Promise.all([
      ask(`/api/v1/tdee?weight=${weight}&${rest}`),
      ask('/api/v1/tdee', { method: 'POST', body: body(weight) }),
      ask(`/api/v1/tdee?weight=${weight}&height=tall&${rest}`),
      ask(`/api/v1/tdee?weight${weight}=1&${rest}`),
      ask('/api/v1/tdee', { method: 'POST', body: `{"weight":"${weight}` }),
      ask(`/api/v1/nothing?weight=${weight}`),
      ask(`/api/v1/tdee?weight=${weight}&${rest}`, {
        headers: { 'X-Weight': weight, 'User-Agent': `scale ${weight}` },
      }),
      ask(`/platform/v1/nothing?weight=${weight}`),
    ]);
    for (const status of answers) statuses.add(status);
  }
  expect(statuses).toEqual(new Set([200, 400, 401, 404]));
  return WEIGHTS;
}

function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

const found = (inputs: readonly string[], where: string) => inputs.filter((input) => where.includes(input));

describe('health data of callers', () => {
  it('appears in no file and no log of a gateway of one process', async () => {
    const dataDir = temporaryFolder('data-rights');
    const gateway = await startGateway({ dataDir, env: { LOG_LEVEL: 'trace' } });
    const inputs = await callWith(gateway.baseUrl, gateway.key);
    expect(await gateway.stop()).toBe(0);
    const stored = filesIn(dataDir);
    // The calls left other traces: usage under the calculator's name, and log lines.
    expect(stored).toContain('tdee');
    expect(gateway.output()).toContain('"path":"/api/v1/tdee"');
    expect(found(inputs, stored)).toEqual([]);
    expect(found(inputs, gateway.output())).toEqual([]);
  }, 30_000);

  describeWithPostgres('with PostgreSQL', (postgres) => {
    describeWithOwnRedis(
      'and Redis',
      (redis) => {
        it('appears in neither store, and in no file or log', async () => {
          const dataDir = temporaryFolder('data-rights');
          const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'trace' };
          const gateway = await startGateway({ dataDir, env });
          const inputs = await callWith(gateway.baseUrl, gateway.key);
          expect(await gateway.stop()).toBe(0);
          const stored = [await everythingInPostgres(postgres.url), await everythingInRedis(redis.url)];
          for (const text of stored) {
            expect(text).toContain('tdee');
            expect(found(inputs, text)).toEqual([]);
          }
          expect(found(inputs, filesIn(dataDir) + gateway.output())).toEqual([]);
        }, 30_000);
      },
      // Plain values: a dump would compress them.
      { args: ['--rdbcompression', 'no'] },
    );
  });
});

describe('a client', () => {
  it('is exported and deleted by a signed-in admin who types its name', async () => {
    const gateway = await startTestGateway();
    try {
      const admin = await firstAdmin(gateway);
      const CLIENT = '/platform/v1/client';
      const made = (await admin.call('POST', '/platform/v1/keys', { name: 'k', environment: 'live' })).body;
      const exported = await admin.call('GET', `${CLIENT}/export`);
      expect(exported.headers.get('content-disposition')).toContain('attachment');
      expect(exported.body).toMatchObject({ client: { name: 'Vitalgate' }, sessions: [{}] });
      for (const secret of [made.key, gateway.key]) expect(JSON.stringify(exported.body)).not.toContain(secret);
      expect((await gateway.get(`${CLIENT}/export`)).status).toBe(403);
      expect((await gateway.post(`${CLIENT}/deletion`, { confirm: 'Vitalgate' })).status).toBe(403);

      const wrong = await admin.call('POST', `${CLIENT}/deletion`, { confirm: 'vitalgate' });
      expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'confirm' }] } });
      expect((await admin.call('POST', `${CLIENT}/deletion`, { confirm: 'Vitalgate' })).status).toBe(204);
      expect((await admin.call('GET', CLIENT)).status).toBe(401);
      const status = async () => (await gateway.get('/api/v1', { 'X-API-Key': made.key })).status;
      await waitUntil('the end of the keys', async () => ((await status()) === 401 ? true : undefined), 1_000);
    } finally {
      await gateway.stop();
    }
  });
});

async function everythingInPostgres(url: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const rows = await client.query<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`);
      texts.push(...rows.rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** Every key with its value, as `DUMP` writes it, uncompressed here. */
async function everythingInRedis(url: string): Promise<string> {
  const redis = new Redis(url);
  try {
    const texts: string[] = [];
    for (const key of await redis.keys('*')) {
      texts.push(key, (await redis.dumpBuffer(key))?.toString('latin1') ?? '');
    }
    return texts.join('\n');
  } finally {
    redis.disconnect();
  }
}
