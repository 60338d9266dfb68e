import { createServer, IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { newKey } from './accounts/keys/key-format.ts';
import { createApp } from './app.ts';
import { Marketplaces } from './marketplace/marketplaces.ts';
import { CallMeter } from './operations/call-meter.ts';
import { FailureThrottle } from './request/limits/failure-throttle.ts';
import { FairShare } from './request/limits/fair-share.ts';
import type { PipelineContext } from './request/pipeline/pipeline-context.ts';
import { NO_POLICIES } from './request/policies/policies.ts';
import { createResponder } from './request/respond/respond.ts';

const BUG = new Error('a bug of ours');
const throwBug = () => {
  throw BUG;
};
const goOn: RequestHandler = (_req, _res, next) => next();

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Failing {
  readonly page?: RequestHandler;
  readonly refuse?: PipelineContext['refuse'];
}

/** Serves an application whose look-up of keys throws, and whose pages are one handler. */
async function serve({ page = goOn, refuse }: Failing) {
  const errors: unknown[] = [];
  const requests: IncomingMessage[] = [];
  const meter = new CallMeter();
  const baseUrl = 'http://127.0.0.1';
  const context = {
    ...createResponder({
      baseUrl,
      log: () => undefined,
      meter,
      draining: () => false,
      template: () => null,
      page: () => ({ headers: [], body: Buffer.of() }),
    }),
    ...(refuse && { refuse }),
    baseUrl,
    meter,
    clock: Date.now,
    trusts: () => false,
    crossOrigins: new Set<string>(),
    policies: NO_POLICIES,
    marketplaces: new Marketplaces([]),
    routes: { current: { mountOf: () => undefined } },
    fairShare: new FairShare(),
    loopDelay: { overloaded: false },
    throttle: new FailureThrottle(),
    principals: { lookup: throwBug },
    onError: (error: unknown, id: string) => errors.push(error, id),
  } as unknown as PipelineContext;
  const app = createApp(context, {
    health: (_req, _res, next) => next(),
    portal: goOn,
    docs: goOn,
    platform: goOn,
    dashboard: page,
  });
  server = createServer((req, res) => {
    requests.push(req);
    app(req, res);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const at = `${baseUrl}:${(server.address() as AddressInfo).port}`;
  return {
    errors,
    requests,
    page: () => fetch(`${at}/page`),
    keyedCall: () => fetch(`${at}/api/v1/bmi`, { headers: { 'X-API-Key': newKey('live') } }),
  };
}

describe('an unexpected error', () => {
  it('of a step is answered with internal-error and logged with the request id', async () => {
    const { keyedCall, errors } = await serve({});
    const answer = await keyedCall();
    expect([answer.status, answer.headers.get('x-gateway-error')]).toEqual([500, 'internal-error']);
    expect(errors).toEqual([BUG, answer.headers.get('x-request-id')]);
  });

  it.each<[string, RequestHandler]>([
    ['throws', throwBug],
    ['passes it on later', (_req, _res, next) => void setImmediate(() => next(BUG))],
  ])('of a page that %s is answered in the same way', async (_how, page) => {
    const served = await serve({ page });
    const answer = await served.page();
    expect([answer.status, answer.headers.get('x-gateway-error')]).toEqual([500, 'internal-error']);
    expect(served.errors).toEqual([BUG, answer.headers.get('x-request-id')]);
  });

  it('after the headers closes the connection, so that the answer does not look complete', async () => {
    const served = await serve({
      page: (_req, res) => {
        res.writeHead(200).flushHeaders();
        throwBug();
      },
    });
    await expect(served.page().then((answer) => answer.text())).rejects.toThrow();
    expect(served.errors).toEqual([BUG, expect.any(String)]);
  });

  it.each(['keyedCall', 'page'] as const)(
    'that cannot be answered closes the connection of a %s, and the process lives on',
    async (request) => {
      const unanswerable = new Error('the problem cannot be written');
      const refuse = () => {
        throw unanswerable;
      };
      const served = await serve({ page: throwBug, refuse });
      await expect(served[request]()).rejects.toThrow('fetch failed');
      expect(served.errors).toMatchObject([BUG, expect.any(String), { errors: [BUG, unanswerable] }, '']);
      await expect(served[request]()).rejects.toThrow('fetch failed');
    },
  );
});

it('Express handles the public pages only: a keyed call stays a request of Node', async () => {
  const { keyedCall, page, requests } = await serve({ page: (_req, res) => void res.json({}) });
  await keyedCall();
  await page();
  const ofNode = requests.map((request) => Object.getPrototypeOf(request) === IncomingMessage.prototype);
  expect(ofNode).toEqual([true, false]);
});
