import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RemoteGateway, startRemoteGateway } from '../support/remote-gateway.ts';
import { json, startTestService, type TestService } from '../support/remote-service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A service in any language may answer anything: how the batch treats its answers, and what it charges. */
describe('a batch of calculations that a service answers', () => {
  let service: TestService;
  let gateway: RemoteGateway;
  let atOnce = 0;
  let most = 0;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    service = await startTestService((_req, res, body) => {
      const { say } = JSON.parse(body) as { say?: string };
      atOnce += 1;
      most = Math.max(most, atOnce);
      const answer = () => {
        atOnce -= 1;
        if (say === 'fails') json(res, 500, {});
        else if (say === 'bad') json(res, 400, { code: 'bad' });
        else if (say === 'no JSON') {
          res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 1 }).end('{');
        } else json(res, 200, { said: say ?? null });
      };
      if (say === 'hold') held.push(answer);
      else setTimeout(answer, 5);
    });
    gateway = await startRemoteGateway({ urls: [service.url] });
  });
  afterAll(async () => {
    await gateway.stop();
    await service.close();
  });

  const ask = (says: readonly string[], signal?: AbortSignal) =>
    fetch(`${gateway.baseUrl}/api/v1/batch`, {
      method: 'POST',
      headers: { ...gateway.customer.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ requests: says.map((say) => ({ calculator: 'far', input: { say } })) }),
      ...(signal && { signal }),
    });

  it('charges readable 2xx answers only, and answers JSON whatever the service sends', async () => {
    const before = await gateway.charged();
    const response = await ask(['a', 'fails', 'bad', 'no JSON', 'b']);
    expect(await response.json()).toMatchObject({
      results: [
        { status: 200, result: { said: 'a' } },
        { status: 502, problem: { code: 'service-failed' } },
        { status: 400, problem: { code: 'bad' } },
        { status: 502, problem: { code: 'service-failed', calculator: 'far/far' } },
        { status: 200, result: { said: 'b' } },
      ],
    });
    await waitUntil('what failed is given back', async () =>
      (await gateway.charged()) - before === 2 ? true : undefined,
    );
  });

  it('sends a service few of them at the same time, and answers in order', async () => {
    most = 0;
    const says = Array.from({ length: 40 }, (_, at) => String(at));
    const { results } = (await (await ask(says)).json()) as { results: { result: { said: string } }[] };
    expect(results.map(({ result }) => result.said)).toEqual(says);
    expect(most).toBe(8);
  });

  it('sends each as a separate signed call with its controls in the query', async () => {
    service.received.length = 0;
    const body = { requests: [{ calculator: 'far', input: { say: 'x' }, lang: 'de', units: 'imperial' }] };
    const headers = { ...gateway.customer.headers, Cookie: 'secret=1' };
    expect((await gateway.post('/api/v1/batch', body, headers)).status).toBe(200);
    const [received] = service.received;
    expect(received).toMatchObject({
      method: 'POST',
      url: '/api/v1/far?lang=de&units=imperial',
      body: '{"say":"x"}',
    });
    const names = received?.rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names).toContain('x-gateway-signature');
    expect(names).not.toContain('cookie');
    expect(received?.rawHeaders.join()).not.toContain(gateway.customer.key.text);
  });

  it('refunds everything when the caller leaves before the answer', async () => {
    const before = await gateway.charged();
    const leaving = new AbortController();
    const gone = ask(
      Array.from({ length: 20 }, () => 'hold'),
      leaving.signal,
    ).catch(() => 'left');
    await waitUntil('the first are under way', () => (held.length === 8 ? true : undefined));
    expect((await gateway.charged()) - before).toBe(20);
    leaving.abort();
    expect(await gone).toBe('left');
    // Long before the five seconds after which the gateway gives up on a silent service.
    const givenBack = async () => ((await gateway.charged()) === before ? true : undefined);
    await waitUntil('all are given back', givenBack, 2_500);
    expect(held).toHaveLength(8);
    for (const answer of held) answer();
  });
});
