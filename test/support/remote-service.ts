import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { EndpointManifest } from '../../plugins/sdk/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A call that a test service received. */
export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  /** Raw headers, name and value in turn. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

/** A calculator service in the test's own process. */
export interface TestService {
  readonly url: string;
  readonly port: number;
  /** All complete calls so far, health probes excluded. */
  readonly received: Received[];
  /** Connections that are open now. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

/** Answers a call, by default with the call itself. */
export type Answering = (req: IncomingMessage, res: ServerResponse, body: string) => void;

const echo: Answering = (req, res, body) => json(res, 200, { method: req.method, url: req.url, length: body.length });

/** Answers with JSON. */
export function json(res: ServerResponse, status: number, value: unknown): void {
  const body = JSON.stringify(value);
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}

/** Starts a service that answers complete calls. */
export function startTestService(answer: Answering = echo, port = 0): Promise<TestService> {
  const received: Received[] = [];
  return startRawTestService(
    (req, res) => {
      let body = '';
      req.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      req.on('end', () => {
        const { method, url, rawHeaders } = req;
        received.push({ method, url, rawHeaders, body });
        answer(req, res, body);
      });
    },
    received,
    port,
  );
}

/** Starts a service that sees calls as they arrive; `/healthz` is answered automatically. */
export async function startRawTestService(
  listener: RequestListener,
  received: Received[] = [],
  port = 0,
): Promise<TestService> {
  const server = createServer((req, res) => {
    if (req.url === '/healthz') json(res, 200, { status: 'ok' });
    else listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP listener without a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

export interface ServicePlugin {
  readonly urls: readonly string[];
  readonly name?: string;
  readonly timeout?: { readonly connect?: number; readonly answer?: number };
  readonly limits?: { readonly calculator?: number; readonly instance?: number; readonly waiting?: number };
  readonly endpoints?: readonly Partial<EndpointManifest>[];
}

/** Writes a plugin whose endpoint, of the same name, is answered by a service. @returns its path for `PLUGINS` */
export function servicePlugin({
  urls,
  name = 'far',
  timeout = {},
  limits = {},
  endpoints = [{}],
}: ServicePlugin): string {
  const folder = temporaryFolder('service-plugin');
  const manifests = endpoints.map((endpoint) => ({
    name,
    methods: ['GET', 'HEAD', 'POST'],
    languages: ['en', 'de'],
    ...endpoint,
  }));
  const definition = {
    name,
    version: '1.0.0',
    mount: '/api/v1',
    channels: ['direct'],
    service: { urls, timeout, limits },
    endpoints: manifests,
  };
  writeFileSync(
    join(folder, 'plugin.ts'),
    `import { definePlugin } from 'vitalgate/plugin';\nexport default definePlugin(${JSON.stringify(definition)});\n`,
  );
  return folder;
}
