import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectMcp, postMcp, toolCall } from '../support/mcp-client.ts';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startTestService, type TestService } from '../support/remote-service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A service in any language may answer anything: how a tool treats its answers, and what it charges. */
let service: TestService;
let gateway: RemoteGateway;
const held: (() => void)[] = [];

beforeAll(async () => {
  service = await startTestService((_req, res, body) => {
    const { say } = JSON.parse(body) as { say?: string };
    if (say === 'fails') json(res, 500, {});
    else if (say === 'bad') json(res, 400, { code: 'bad' });
    else if (say === 'gone') json(res, 404, { code: 'gone' });
    else if (say === 'list') json(res, 200, [1, 2]);
    else if (say === 'hold') held.push(() => json(res, 200, {}));
    else json(res, 200, { said: say ?? null });
  });
  const inputs = [{ name: 'say', type: 'string', required: false, description: 'What to say' }] as const;
  gateway = await startRemoteGateway({ urls: [service.url], endpoints: [{ title: 'Far', inputs }] });
});
afterAll(async () => {
  await gateway.stop();
  await service.close();
});

const call = async (say: string, more = {}) =>
  (await postMcp(gateway, gateway.customer.headers, toolCall('far', { say, ...more }))).body.result;

it('lists it with the inputs of its manifest, and forwards its answer', async () => {
  const mcp = await connectMcp(gateway, gateway.customer.headers);
  const { tools } = await mcp.listTools();
  expect(tools.find(({ name }) => name === 'far')).toMatchObject({
    title: 'Far',
    inputSchema: { properties: { say: { type: 'string', description: 'What to say' } } },
  });
  service.received.length = 0;
  const result = await mcp.callTool({ name: 'far', arguments: { say: 'a', lang: 'de' } });
  expect(result).toMatchObject({ structuredContent: { said: 'a' } });
  expect(service.received).toMatchObject([{ method: 'POST', url: '/api/v1/far?lang=de', body: '{"say":"a"}' }]);
  expect(service.received[0]?.rawHeaders.join()).not.toContain(gateway.customer.key.text);
});

it('charges complete 2xx answers only', async () => {
  const before = await gateway.charged();
  expect(await call('fails')).toMatchObject({ isError: true, structuredContent: { code: 'service-failed' } });
  expect(await call('bad')).toMatchObject({ isError: true, structuredContent: { code: 'bad' } });
  expect(await call('gone')).toMatchObject({ isError: true, structuredContent: { code: 'gone' } });
  expect(await call('list')).toEqual({ content: [{ type: 'text', text: '[1,2]' }] });
  await waitUntil('what failed is given back', async () =>
    (await gateway.charged()) - before === 1 ? true : undefined,
  );
});

it('refunds the reservation when the caller leaves before the answer', async () => {
  const before = await gateway.charged();
  const leaving = new AbortController();
  const gone = fetch(`${gateway.baseUrl}/mcp`, {
    method: 'POST',
    headers: { ...gateway.customer.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(toolCall('far', { say: 'hold' })),
    signal: leaving.signal,
  }).catch(() => 'left');
  await waitUntil('it is under way', () => (held.length === 1 ? true : undefined));
  expect((await gateway.charged()) - before).toBe(1);
  leaving.abort();
  expect(await gone).toBe('left');
  // Long before the five seconds after which the gateway gives up on a silent service.
  const givenBack = async () => ((await gateway.charged()) === before ? true : undefined);
  await waitUntil('it is given back', givenBack, 2_500);
  expect(gateway.logged()).toContain('"path":"/mcp","status":499');
  for (const answer of held) answer();
});
