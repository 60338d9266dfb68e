// The attack: callers request large answers and read nothing. Each kept its socket and its answer, and an export kept
// its place, without limit: the gateway had time-outs for callers who send too slowly, but none for callers who read
// too slowly.
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecords } from '../../../gateway/records/records.ts';
import { makeCertificate } from '../../support/certificate.ts';
import { type RunningGateway, startGateway } from '../../support/gateway.ts';
import { waitUntil } from '../../support/wait-until.ts';

/** 30 s of grace, 1.5 MB at 32 KB/s, and the interval between two checks of the connections. */
const BOUND_MS = 95_000;

describe.each(['http', 'https'])('callers over %s who read nothing', (scheme) => {
  let gateway: RunningGateway;
  let trusted: string | undefined;
  const callers: Socket[] = [];
  beforeAll(async () => {
    const certificate = scheme === 'https' ? makeCertificate('slow readers') : null;
    trusted = certificate?.cert;
    const env = certificate === null ? {} : { TLS_CERT_FILE: certificate.certFile, TLS_KEY_FILE: certificate.keyFile };
    gateway = await startGateway({ env: { ...env, LOG_LEVEL: 'warn' } });
    const records = await openRecords({ dataDir: gateway.dataDir });
    const client = await records.db.selectFrom('clients').select('id').executeTakeFirstOrThrow();
    const row = { client_id: client.id, status: '2xx', epoch: 'e', calculator: 'bmi', calls: 1, units: 1 } as const;
    for (let start = 0; start < 12_000; start += 2_000) {
      const keys = Array.from({ length: 2_000 }, (_, at) => `${start + at}`.padStart(1_200, 'k'));
      await records.db
        .insertInto('usage_fold')
        .values(keys.map((key_id) => ({ ...row, key_id, day: new Date().toISOString().slice(0, 10) })))
        .execute();
    }
    await records.close();
  });
  afterAll(async () => {
    for (const caller of callers) caller.destroy();
    await gateway.stop();
  });

  function call(path: string, times: number): void {
    const caller =
      trusted === undefined
        ? connect(gateway.port, '127.0.0.1')
        : connectTls({ port: gateway.port, host: '127.0.0.1', ca: trusted });
    caller.on('error', () => undefined);
    caller.pause();
    caller.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${gateway.key}\r\n\r\n`.repeat(times));
    callers.push(caller);
  }

  const sockets = () => {
    const folder = `/proc/${gateway.pid}/fd`;
    return readdirSync(folder).filter((name) => linkOf(`${folder}/${name}`).startsWith('socket:')).length;
  };

  it('lose their connections, and an export its place', { timeout: 120_000 }, async () => {
    const before = sockets();
    for (let caller = 0; caller < 10; caller++) call('/openapi.json', 8);
    call('/platform/v1/usage.csv?by=day,key', 1);
    await waitUntil('the connections', () => (sockets() >= before + 11 ? true : undefined));
    const began = performance.now();
    await waitUntil('the end of the connections', () => (sockets() <= before ? true : undefined), BOUND_MS, 500);
    expect(performance.now() - began).toBeGreaterThan(25_000);
    call('/platform/v1/usage.csv?since=2020-01-01&until=2020-01-02', 1);
    const last = callers.at(-1);
    const answer = await new Promise<string>((resolve) => {
      last?.once('data', (bytes) => resolve(bytes.toString('latin1')));
      last?.resume();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

/** A file may be closed between the listing and the look at it. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
