import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlackHole, startBlackHole } from '../support/black-hole.ts';
import { freePort } from '../support/free-port.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startRawTestService, startTestService, type TestService } from '../support/remote-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const connect = 200;

/** The failing service's behaviour, and the number of its calls. */
let broken = true;
let seen = 0;
let well: TestService;
let breaking: TestService;
let answering: TestService;
/** TCP connects but TLS does not, so the failure appears only after a while. */
let silent: BlackHole;
let laterPort: number;
let gateway: RemoteGateway;
beforeAll(async () => {
  well = await startTestService();
  breaking = await startRawTestService((req, res) => {
    seen += 1;
    if (broken) req.socket.destroy();
    else json(res, 200, {});
  });
  answering = await startTestService(({ url }, res) => json(res, Number(/\d+$/.exec(url ?? '')?.[0] ?? 200), {}));
  silent = await startBlackHole();
  laterPort = await freePort();
  const refusing = `http://127.0.0.1:${await freePort()}`;
  const unreachable = `https://127.0.0.1:${silent.port}`;
  gateway = await startRemoteGateway([
    { name: 'refusing', urls: [refusing] },
    { name: 'nameless', urls: ['http://nowhere.invalid'] },
    { name: 'unreachable', urls: [unreachable], timeout: { connect } },
    { name: 'one-refusing', urls: [refusing, well.url] },
    { name: 'one-unreachable', urls: [unreachable, well.url], timeout: { connect } },
    { name: 'one-breaking', urls: [breaking.url, well.url] },
    { name: 'failing', urls: [answering.url], endpoints: [{ name: 'failing' }, { name: 'beside-failing' }] },
    { name: 'stopping', urls: [answering.url], endpoints: [{ name: 'stopping' }, { name: 'beside-stopping' }] },
    { name: 'later', urls: [`http://127.0.0.1:${laterPort}`] },
  ]);
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([well, breaking, answering, silent].map((server) => server.close()));
});

const POST = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"weight":80}' };

async function call(name: string, options: RequestInit = {}) {
  const headers = { ...gateway.customer.headers, ...options.headers };
  const began = performance.now();
  const response = await fetch(`${gateway.baseUrl}/api/v1/${name}`, { ...options, headers });
  const body = await response.text();
  return { status: response.status, headers: response.headers, body, ms: performance.now() - began };
}

const ready = () => fetch(`${gateway.baseUrl}/readyz`);
const reason = async (name: string) => {
  const { reasons } = (await (await ready()).json()) as { reasons: Record<string, string> };
  return reasons[`service:${name}`];
};

describe('a service that cannot be reached', () => {
  it.each([
    ['refusing', 'no process listens', 0],
    ['nameless', 'its name is not known', 0],
    ['unreachable', 'the connection is not made in time', connect],
  ])('is 503, uncharged and soon: %s, if %s', async (name, _why, least) => {
    const before = await gateway.charged();
    const { status, headers, body, ms } = await call(name);
    expect([status, headers.get('x-gateway-error'), headers.get('retry-after')]).toEqual([
      503,
      'service-unavailable',
      '1',
    ]);
    expect(JSON.parse(body)).toMatchObject({ code: 'service-unavailable', status: 503 });
    // Timers may fire a millisecond early. An instance that is already out of use is not even tried.
    expect(ms).toBeGreaterThanOrEqual(gateway.logged().includes(`"service":"${name}","instance"`) ? 0 : least - 1);
    expect(ms).toBeLessThan(1_500);
    expect(await gateway.charged()).toBe(before);
  });

  it('is named by /readyz and probed until it is healthy, while everything else is answered', async () => {
    await waitUntil('a degraded gateway', async () => (await reason('later')) === 'unreachable' || undefined);
    expect((await ready()).status).toBe(200);
    expect(await (await ready()).json()).toMatchObject({ status: 'degraded', parts: { 'service:later': 'degraded' } });
    for (let calls = 0; calls < 20; calls++) expect((await call('later')).status).toBe(503);
    expect((await gateway.get('/api/v1/bmi?weight=65&height=168')).status).toBe(200);
    const later = await startTestService(undefined, laterPort);
    await waitUntil('an answer', async () => (await call('later')).status === 200 || undefined, 3_000, 50);
    expect(await (await ready()).json()).toMatchObject({ parts: { 'service:later': 'ok' } });
    // One line for the outage and one for its end, however many calls failed meanwhile.
    const lines = gateway.logged().split('\n');
    const told = lines.filter((line) => line.includes(`"service":"later","instance":"127.0.0.1:${laterPort}","msg"`));
    expect(told.map((line) => /"level":(\d+).*"msg":"(.*)"/.exec(line)?.slice(1))).toEqual([
      ['40', 'service instance out of use'],
      ['30', 'service instance in use again'],
    ]);
    await later.close();
  });

  it('puts nothing of a query or a key into answer or log', async () => {
    const response = await fetch(`${gateway.baseUrl}/api/v1/refusing?apikey=${gateway.key}&weight=77.77`);
    const text = `${JSON.stringify([...response.headers])}${await response.text()}`;
    expect(response.status).toBe(503);
    for (const secret of [gateway.key, '77.77']) {
      expect(text).not.toContain(secret);
      expect(gateway.logged()).not.toContain(secret);
    }
  });
});

describe('of two instances', () => {
  it.each(['one-refusing', 'one-unreachable'])('%s: calls go to the other, POST as well, each once', async (name) => {
    const before = await gateway.charged();
    well.received.length = 0;
    const calls = Array.from({ length: 20 }, (_, at) => call(name, at % 2 === 0 ? {} : POST));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(well.received.filter(({ body }) => body === POST.body)).toHaveLength(10);
    expect(well.received.filter(({ body }) => body === '')).toHaveLength(10);
    expect((await gateway.charged()) - before).toBe(20);
  });

  it('one breaks off: calls that it may have seen are not sent to the other', async () => {
    const before = await gateway.charged();
    well.received.length = 0;
    const statuses: number[] = [];
    for (let at = 0; at < 6; at++) statuses.push((await call('one-breaking', POST)).status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 502, 502, 502]);
    expect([seen, well.received.length]).toEqual([3, 3]);
    expect((await gateway.charged()) - before).toBe(3);
  });

  it('one is out of use after too many failures, and in use again once it is healthy', async () => {
    for (let at = 0; at < 20 && (await reason('one-breaking')) === undefined; at++) await call('one-breaking');
    expect(await reason('one-breaking')).toBe('calculators-failing');
    const seenSoFar = seen;
    for (let at = 0; at < 10; at++) expect((await call('one-breaking')).status).toBe(200);
    expect(seen).toBe(seenSoFar);
    const circuit = `"instance":"127.0.0.1:${breaking.port}","calculator":"one-breaking/one-breaking"`;
    expect(gateway.logged()).toContain(
      `${circuit},"reason":"UND_ERR_SOCKET","msg":"calculator of a service out of use"`,
    );
    broken = false;
    const seenAgain = async () => {
      await call('one-breaking');
      return seen > seenSoFar || undefined;
    };
    await waitUntil('the first instance', seenAgain, 3_000, 50);
    expect(gateway.logged()).toContain(`${circuit},"msg":"calculator of a service in use again"`);
  });
});

describe('an instance that answers', () => {
  it('stays in use for its other calculators, however often one of them fails', async () => {
    for (let time = 0; time < 5; time++) expect((await call('failing?500')).status).toBe(502);
    expect((await call('failing')).status).toBe(503);
    expect((await call('beside-failing')).status).toBe(200);
    expect(await reason('failing')).toBe('calculators-failing');
  });

  it('is out of use for all of them after it has reported itself unavailable five times', async () => {
    for (let time = 0; time < 5; time++) expect((await call('stopping?503')).status).toBe(502);
    expect(await reason('stopping')).toBe('unreachable');
    expect((await call('beside-stopping')).status).toBe(503);
  });
});
