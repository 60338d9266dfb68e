import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SERVER_LIMITS } from '../../plugins/sdk/server/http-server.ts';
import { endSlowReaders } from '../../plugins/sdk/server/slow-readers.ts';
import { isAdminHost } from './admin-hosts.ts';
import { type Readiness, statusOf } from './health.ts';
import type { Exposition } from './metrics.ts';

export interface AdminPages {
  expose(): Promise<Exposition>;
  readiness(): Readiness | Promise<Readiness>;
  /** Loads the plugins again. @returns a report for the operator @throws Error if nothing could be changed */
  reload(): Promise<ReloadReport>;
}

/** What a reload has done, as plain data. */
export interface ReloadReport {
  /** Plugins that were not loaded. */
  readonly refused: readonly unknown[];
}

export interface AdminOptions extends AdminPages {
  readonly host: string;
  readonly port: number;
  /** Host names to answer besides IP addresses and `localhost`, in lower case. */
  readonly names: readonly string[];
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Milliseconds between attempts to listen on a port that is in use. */
  readonly retryMs?: number;
}

export interface AdminServer {
  /** `null` while another process uses the port. */
  readonly port: number | null;
  close(): void;
}

/**
 * Serves `/metrics`, `/healthz`, `/readyz` and `POST /reload` to operators, apart from the API: callers must not see how much is
 * called. A port in use does not stop the gateway: the server retries until the port is free, for example when the
 * gateway that it replaces has ended.
 *
 * @throws if the address does not belong to this machine
 */
export async function startAdminServer(options: AdminOptions): Promise<AdminServer> {
  const { host, port, log, retryMs = 2_000 } = options;
  const server = createServer(SERVER_LIMITS, (req, res) => {
    const refused = refusalOf(req, options.names);
    if (refused !== null) {
      text(res, ...refused);
      return;
    }
    answer(options, req, res).catch((error: unknown) => {
      log.error({ err: error }, 'the metrics could not be read');
      text(res, 500, 'The metrics could not be read. The log has the reason.\n');
    });
  });
  endSlowReaders(server);
  let retry: NodeJS.Timeout | undefined;
  try {
    await listen(server, host, port);
  } catch (error) {
    if (!isTaken(error)) throw error;
    log.warn({ host, port }, 'the admin port is in use: metrics start when it is free');
    retry = setInterval(() => {
      listen(server, host, port).then(
        () => clearInterval(retry),
        () => undefined,
      );
    }, retryMs);
    retry.unref();
  }
  return {
    get port() {
      return server.listening ? (server.address() as AddressInfo).port : null;
    },
    close() {
      clearInterval(retry);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The refusal of a request because of its host; `null` if it is answered. */
function refusalOf(
  { rawHeaders, headers: { host } }: IncomingMessage,
  names: readonly string[],
): [status: number, body: string] | null {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return [400, 'A request must not have more than one Host header.\n'];
  if (isAdminHost(host, names)) return null;
  return [421, 'Unknown host name. Use an IP address, localhost, or a name listed in ADMIN_HOSTS.\n'];
}

async function answer(pages: AdminPages, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [path] = (req.url ?? '').split('?', 1);
  if (path === '/metrics') {
    const { contentType, body } = await pages.expose();
    send(res, 200, contentType, body);
  } else if (path === '/healthz') {
    json(res, 200, { status: 'ok' });
  } else if (path === '/readyz') {
    const readiness = await pages.readiness();
    json(res, statusOf(readiness), readiness);
  } else if (path === '/reload') {
    await reload(pages, req, res);
  } else {
    text(res, 404, 'Not found. Available: /metrics, /healthz, /readyz and POST /reload.\n');
  }
}

/** The report of a reload: 200 if all plugins are loaded, 422 if any is refused, 409 if nothing could be changed. */
async function reload(pages: AdminPages, { method, headers }: IncomingMessage, res: ServerResponse): Promise<void> {
  if (method !== 'POST') {
    res.setHeader('Allow', 'POST');
    text(res, 405, 'Reload with POST.\n');
    return;
  }
  // A page in the browser of an operator can send a POST to any address; only browsers send this header.
  if (headers.origin !== undefined) {
    text(res, 403, 'Not for web pages.\n');
    return;
  }
  try {
    const report = await pages.reload();
    json(res, report.refused.length > 0 ? 422 : 200, report);
  } catch (error) {
    json(res, 409, { error: error instanceof Error ? error.message : String(error) });
  }
}

function json(res: ServerResponse, status: number, body: object): void {
  send(res, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

function text(res: ServerResponse, status: number, body: string): void {
  send(res, status, 'text/plain; charset=utf-8', body);
}

function send(res: ServerResponse, status: number, contentType: string, body: string): void {
  res.writeHead(status, { 'Content-Type': contentType, 'Cache-Control': 'no-store' });
  res.end(body);
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
