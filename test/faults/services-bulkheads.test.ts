import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startRawTestService, type TestService } from '../support/remote-service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** What the instance does with calls of the calculators `sick`, `sick-too` and `limited`. */
let sick: (res: ServerResponse) => void;
/** The calls of sick calculators that each instance has seen. */
let seen: [number, number];
const held: ServerResponse[] = [];
const hold = (res: ServerResponse) => void held.push(res);

const ENDPOINTS = ['well', 'well-too', 'sick', 'sick-too'].map((name) => ({ name }));
const LIMITED = ['limited', 'beside'].map((name) => ({ name }));

const isSick = ({ url }: IncomingMessage) => /sick|limited/.test(url ?? '');
const bad = (res: ServerResponse) => json(res, 500, {});

let first: TestService;
let other: TestService;
let failing: TestService;
let gateway: RemoteGateway;
beforeAll(async () => {
  const instance = (at: 0 | 1) =>
    startRawTestService((req, res) => {
      if (isSick(req)) {
        seen[at] += 1;
        sick(res);
      } else json(res, 200, {});
    });
  [first, other] = [await instance(0), await instance(1)];
  failing = await startRawTestService((_req, res) => {
    seen[1] += 1;
    bad(res);
  });
  const limits = { calculator: 2, waiting: 2 };
  gateway = await startRemoteGateway([
    { name: 'one', urls: [first.url], timeout: { answer: 300 }, endpoints: ENDPOINTS },
    { name: 'bound', urls: [other.url], limits, endpoints: LIMITED },
    {
      name: 'several',
      urls: [first.url, failing.url],
      endpoints: Array.from({ length: 12 }, (_, at) => ({ name: `several-${at}` })),
    },
  ]);
});
afterAll(async () => {
  await gateway.stop();
  for (const service of [first, other, failing]) await service.close();
});
beforeEach(() => {
  seen = [0, 0];
  held.length = 0;
});

async function call(name: string) {
  const response = await gateway.get(`/api/v1/${name}`, gateway.customer.headers);
  return { status: response.status, headers: response.headers, body: (await response.json()) as object };
}

const calls = (count: number, name: string) => Promise.all(Array.from({ length: count }, () => call(name)));
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);
/** Lines of the log with this text. */
const lines = (text: string) =>
  gateway
    .logged()
    .split('\n')
    .filter((line) => line.includes(text));

describe('a calculator that hangs', () => {
  it('takes no call, and no instance, from the other calculators of its service', async () => {
    sick = hold;
    const before = await gateway.charged();
    const found = new Set<number>();
    let hanging = true;
    const load = Promise.all(
      Array.from({ length: 20 }, async () => {
        while (hanging) found.add((await call('sick')).status);
      }),
    );
    const well: number[] = [];
    // Before, while and after the hanging calculator goes out of use.
    while (well.length < 100 || !found.has(503)) well.push((await call(well.length % 2 ? 'well' : 'well-too')).status);
    hanging = false;
    await load;
    expect(well.filter((status) => status !== 200)).toEqual([]);
    expect([...found].toSorted()).toEqual([503, 504]);
    expect((await gateway.charged()) - before).toBe(well.length);
  });

  it('has its answer named by calculator, and one log line for its outage', async () => {
    sick = hold;
    await calls(10, 'sick-too');
    const refused = await call('sick-too');
    expect(refused.body).toMatchObject({ code: 'service-unavailable', calculator: 'one/sick-too' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    await calls(20, 'sick-too');
    const severe = gateway
      .logged()
      .split('\n')
      .filter((line) => /"level":[45]0.*sick-too/.test(line));
    expect(severe).toEqual([expect.stringContaining('"msg":"calculator of a service out of use"')]);
  });
});

it('an instance that always answers 500 gets few calls: the other instance answers', async () => {
  const found: number[] = [];
  for (let round = 0; round < 25; round++) {
    for (let at = 0; at < 12; at++) found.push((await call(`several-${at}`)).status);
  }
  // Five failures of each of two calculators, and trials; not half of 300 calls.
  const failed = found.filter((status) => status === 502).length;
  expect(failed).toBe(seen[1]);
  expect(failed).toBeLessThan(75);
  expect(found.filter((status) => status === 200)).toHaveLength(300 - failed);
});

describe('more calls than a calculator may run at a time', () => {
  it('wait, then get 503: that is our own limit, costs nothing, and is no failure of the service', async () => {
    sick = hold;
    const before = await gateway.charged();
    const asked = calls(6, 'limited');
    await waitUntil('the calls of the limit', () => held.length === 2 || undefined);
    expect(statuses(await calls(4, 'beside'))).toEqual(Array(4).fill(200));
    const extra = await call('limited');
    expect([extra.status, extra.headers.get('retry-after')]).toEqual([503, '1']);
    expect(extra.body).toMatchObject({ code: 'service-unavailable', calculator: 'bound/limited' });
    sick = (res) => json(res, 200, {});
    for (const res of held.splice(0)) json(res, 200, {});
    // Two run, two wait, two are refused at once.
    expect(statuses(await asked).toSorted()).toEqual([200, 200, 200, 200, 503, 503]);
    expect((await gateway.charged()) - before).toBe(4 + 4);
    expect(statuses(await calls(2, 'limited'))).toEqual([200, 200]);
    expect(lines('"calculator":"bound/limited"').filter((line) => line.includes('"level":40'))).toEqual([]);
  });
});
