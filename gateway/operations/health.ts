import type { ServerResponse } from 'node:http';

/** State of one part that the gateway depends on; the reason in a word if it is not ok. */
export type PartHealth = { readonly state: 'ok' } | { readonly state: 'degraded' | 'down'; readonly reason: string };

/** Health of a part without which calls are still answered. */
export function degradedIf(unwell: boolean, reason: string): PartHealth {
  return unwell ? { state: 'degraded', reason } : { state: 'ok' };
}

export type PartState = PartHealth['state'];

/** Called at every readiness request. Must answer from memory. */
export interface ReadinessCheck {
  readonly name: string;
  health(): PartHealth;
}

const PAGES = /^\/(healthz|readyz)\/?$/;

/** The answer of `/readyz`. */
export interface Readiness {
  readonly status: PartState | 'draining';
  readonly parts: Readonly<Record<string, PartState>>;
  /** Reasons of the parts that are not ok. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** The part of a request that tells which page it asks for. */
interface PageRequest {
  readonly method: string;
  readonly call: { readonly path: string };
}

export interface Health {
  /** Answers `/healthz` and `/readyz`, and passes other requests on. */
  step(req: PageRequest, res: ServerResponse, next: () => void): void;
  readiness(): Readiness;
  /** Makes the gateway not ready: load balancers stop sending new calls while the running ones finish. */
  startDraining(): void;
}

/**
 * `/healthz`: the process is alive. `/readyz`: whether it should get calls, and what is degraded. 200 while calls are
 * answered (degraded included), 503 when they cannot be or the gateway is shutting down.
 *
 * @param changing checks that come and go, such as those of plugins
 */
export function createHealth(
  checks: readonly ReadinessCheck[],
  changing: () => readonly ReadinessCheck[] = () => [],
): Health {
  let draining = false;

  function readiness(): Readiness {
    const found = [...checks, ...changing()].map((check) => [check.name, check.health()] as const);
    const states = found.map(([, { state }]) => state);
    const worst = states.includes('down') ? 'down' : states.includes('degraded') ? 'degraded' : 'ok';
    return {
      status: draining ? 'draining' : worst,
      parts: Object.fromEntries(found.map(([name, { state }]) => [name, state])),
      reasons: Object.fromEntries(
        found.flatMap(([name, health]) => ('reason' in health ? [[name, health.reason]] : [])),
      ),
    };
  }

  return {
    step({ method, call: { path } }, res, next) {
      const page = method === 'GET' || method === 'HEAD' ? PAGES.exec(path)?.[1] : undefined;
      if (page === undefined) {
        next();
        return;
      }
      const found = page === 'readyz' ? readiness() : null;
      if (found === null) answer(res, 200, { status: 'ok' });
      else answer(res, statusOf(found), found);
    },
    readiness,
    startDraining() {
      draining = true;
    },
  };
}

/** The HTTP status of this readiness: 200 while calls are answered. */
export function statusOf({ status }: Readiness): number {
  return status === 'ok' || status === 'degraded' ? 200 : 503;
}

function answer(res: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  res.writeHead(status, [
    'Cache-Control',
    'no-store',
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(text)),
  ]);
  res.end(text);
}
