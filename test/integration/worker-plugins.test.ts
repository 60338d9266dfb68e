import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRecords, type Records } from '../../gateway/records/records.ts';
import { type Customer, newCustomer } from '../support/customer.ts';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { postMcp, toolCall } from '../support/mcp-client.ts';
import { DOUBLES, pluginFolder } from '../support/plugin-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const QUOTA = 100_000;

/** The weight at which a faulty calculator shows its fault; examples have another one. */
const FAULT = 66;

/** A fault of a calculator at the weight `FAULT`. */
const faulty = (fault: string) => `if (weight === ${FAULT}) { ${fault} } ${DOUBLES}`;

const SOUND = pluginFolder({
  name: 'sound',
  calculators: { double: DOUBLES, throws: faulty("throw new Error('oh');") },
});
const ENDLESS = pluginFolder({ name: 'endless', calculators: { 'loop-double': faulty('for (;;);') } });

/** A gateway with a customer whose charges the test reads. */
async function start(environment: Record<string, string>) {
  const gateway = await startTestGateway(environment);
  const records = await openRecords({ dataDir: gateway.dataDir });
  return { gateway, records, customer: await newCustomer(records, { quota: QUOTA }) };
}

describe('the calculators of an operator', () => {
  let apart: TestGateway;
  let inline: TestGateway;
  let records: Records;
  let customer: Customer;

  beforeAll(async () => {
    const PLUGINS = [SOUND, ENDLESS].join();
    ({
      gateway: apart,
      records,
      customer,
    } = await start({ PLUGINS, BASE_URL: 'https://x.example', PLUGIN_TIMEOUT_MS: '300' }));
    inline = await startTestGateway({ PLUGINS: SOUND, INLINE_PLUGINS: 'sound', BASE_URL: 'https://x.example' });
  });
  afterAll(async () => {
    await records.close();
    await apart.stop();
    await inline.stop();
  });

  const charged = async () => QUOTA - (await customer.left(at(apart)));
  /** `BASE_URL` is the public address; the test calls the port. */
  const at = (gateway: TestGateway) => ({ ...gateway, baseUrl: `http://127.0.0.1:${gateway.port}` });
  const call = (
    gateway: TestGateway,
    path: string,
    init: RequestInit = {},
    key: Readonly<Record<string, string>> = { 'X-API-Key': gateway.key },
  ) => fetch(at(gateway).baseUrl + path, { ...init, headers: { ...key, ...init.headers } });
  const weigh = (path: string, weight = 40) => call(apart, `${path}?weight=${weight}`, {}, customer.headers);

  /** Everything that a caller can compare. */
  async function seen(response: Response) {
    const { date: _, 'x-request-id': id = '', ...headers } = Object.fromEntries(response.headers);
    const body = (await response.text()).replaceAll(id, 'ID').replace(/"request_id":"[^"]*"/g, '');
    return { status: response.status, headers, body };
  }

  const json = { 'Content-Type': 'application/json' };
  it.each<[string, string, RequestInit?]>([
    ['a result', '/api/v1/double?weight=40'],
    ['a result in another language and other units', '/api/v1/double?weight=90&units=imperial&lang=de&detail=full'],
    ['a picture', '/api/v1/double.svg?weight=40&lang=de'],
    ['HEAD', '/api/v1/double?weight=40', { method: 'HEAD' }],
    ['POST', '/api/v1/double?lang=de', { method: 'POST', headers: json, body: '{"weight":40}' }],
    ['mistakes', '/api/v1/double?weight=a&height=1'],
    ['mistakes of a body', '/api/v1/double', { method: 'POST', headers: json, body: '{"weight":"40","lang":"de"}' }],
    [
      'bytes that are no UTF-8',
      '/api/v1/double',
      { method: 'POST', headers: json, body: Buffer.from([123, 255, 125]) },
    ],
    ['a body of another type', '/api/v1/double', { method: 'POST', body: 'weight=40' }],
    ['a long body', '/api/v1/double', { method: 'POST', headers: json, body: ' '.repeat(70_000) }],
    ['a malformed query', '/api/v1/double?weight=%ff'],
    ['a wrong method', '/api/v1/double', { method: 'DELETE' }],
    ['a calculator that throws', `/api/v1/throws?weight=${FAULT}`],
    [
      'a batch',
      '/api/v1/batch',
      {
        method: 'POST',
        headers: json,
        body: JSON.stringify({
          requests: [
            { calculator: 'double', input: { weight: 40 } },
            { calculator: 'double', input: { weight: 'x' } },
            { calculator: 'throws', input: { weight: FAULT } },
          ],
        }),
      },
    ],
  ])('answer %s with the same bytes as in the thread of the gateway', async (_, path, init) => {
    const [one, other] = await Promise.all([call(apart, path, init).then(seen), call(inline, path, init).then(seen)]);
    expect(one).toEqual(other);
    expect(one.body).not.toContain('restart');
  });

  it('are tools, and have the same entry in the list', async () => {
    const { body } = await postMcp(at(apart), customer.headers, toolCall('double', { weight: 40 }));
    expect(body).toMatchObject({ result: { structuredContent: { doubled: 80 } } });
    const entry = async (gateway: TestGateway) => {
      const list = await (await call(gateway, '/api/v1?lang=de')).json();
      const { calculators } = list as { calculators: { name: string }[] };
      return calculators.find(({ name }) => name === 'double');
    };
    expect(await entry(apart)).toEqual(await entry(inline));
  });

  it('are charged for results only', async () => {
    const before = await charged();
    const statuses = [];
    for (const weight of [40, 50, 1]) statuses.push((await weigh('/api/v1/double', weight)).status);
    expect([...statuses, (await weigh('/api/v1/throws', FAULT)).status]).toEqual([200, 200, 400, 500]);
    await waitUntil('the holds are settled', async () => (await charged()) - before === 2 || undefined);
    expect(apart.logged()).toContain('"plugin":"sound"');
  });

  it('one that loops gets 503 uncharged, and only its own plugin starts again', async () => {
    const path = '/api/v1/loop-double';
    const before = await charged();
    const answers = [weigh(path, FAULT), weigh('/api/v1/double'), call(apart, '/api/v1/bmi?weight=70&height=170')];
    const [bad, other, ours] = await Promise.all(answers);
    expect([other?.status, ours?.status]).toEqual([200, 200]);
    expect(bad?.status).toBe(503);
    expect(bad?.headers.get('retry-after')).toBe('1');
    expect(await bad?.json()).toMatchObject({
      code: 'service-unavailable',
      detail: 'The plugin of this calculator has stopped and is starting again. The call was not charged.',
    });
    expect(await (await call(apart, '/readyz')).json()).toMatchObject({
      status: 'degraded',
      reasons: { 'plugin:endless': 'restarting' },
    });
    const lines = apart
      .logged()
      .split('\n')
      .filter((line) => line.includes('"plugin":"endless"'));
    expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['took more than 300 ms for a call']);
    await waitUntil('the plugin answers again', async () => (await weigh(path)).status === 200 || undefined);
    await waitUntil('the holds are settled', async () => (await charged()) - before === 2 || undefined);
  });
});
