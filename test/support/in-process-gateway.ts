import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { type FirstStart, firstStart } from '../../gateway/accounts/onboarding/first-start.ts';
import { createApp } from '../../gateway/app.ts';
import type { Clocks } from '../../gateway/boot/process/clocks.ts';
import { type RunningGateway, startGateway } from '../../gateway/boot/process/start.ts';
import { readConfig } from '../../gateway/configuration/config.ts';
import { openRecords } from '../../gateway/records/records.ts';
import { oneClock } from './one-clock.ts';

/** A gateway in the test's own process, on a free port and in a separate folder. */
export interface TestGateway extends RunningGateway {
  /** What the first start created. @throws for a gateway whose records existed before */
  readonly first: FirstStart;
  readonly key: string;
  readonly dataDir: string;
  /** The log so far. */
  logged(): string;
  /** GET with the first key, or with the headers given. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** The call of the README. */
export const TDEE = '/api/v1/tdee?weight=82&height=178&age=34&gender=male&activity_level=moderately_active';

/** Variables, or a function of the ids of the first account and its key if they have to name one. */
export type TestEnvironment = Record<string, string> | ((clientId: string, keyId: string) => Record<string, string>);

/** @param clocks one clock for everything, or all clocks */
export async function startTestGateway(
  environment: TestEnvironment = {},
  clocks?: (() => number) | Clocks,
): Promise<TestGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitalgate-test-'));
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const made = typeof environment === 'function' ? await firstStartIn(dataDir) : null;
  const variables =
    typeof environment === 'function' ? environment(made?.clientId ?? '', made?.key.id ?? '') : environment;
  const config = readConfig({ PORT: '0', ADMIN_PORT: 'off', DATA_DIR: dataDir, ...variables });
  const log = {
    logger: pino({ level: 'trace' }, sink),
    write: (line: string) => sink.write(line),
    close: () => undefined,
  };
  const gateway = await startGateway(config, log, createApp, typeof clocks === 'function' ? oneClock(clocks) : clocks);
  const first = () => made ?? gateway.first ?? raise('the first gateway of the records has the first key');
  const headersOf = (headers?: Record<string, string>) => headers ?? { 'X-API-Key': first().key.text };
  return {
    ...gateway,
    get first() {
      return first();
    },
    get key() {
      return first().key.text;
    },
    dataDir,
    logged: () => lines.join(''),
    get: (path, headers) => fetch(gateway.baseUrl + path, { headers: headersOf(headers), redirect: 'manual' }),
    post: (path, body, headers) =>
      fetch(gateway.baseUrl + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headersOf(headers) },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async stop() {
      await gateway.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function raise(message: string): never {
  throw new Error(message);
}

/** Prepares the folder like the first start of a gateway. */
async function firstStartIn(dataDir: string): Promise<FirstStart | null> {
  const records = await openRecords({ dataDir });
  try {
    return await firstStart(records, Date.now());
  } finally {
    await records.close();
  }
}
