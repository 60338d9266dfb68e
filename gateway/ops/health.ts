import { Router } from 'express';

/** State of one part that the gateway depends on. */
export type PartState = 'ok' | 'degraded' | 'down';

/** Asked at every readiness request; must answer from memory. */
export interface ReadinessCheck {
  readonly name: string;
  state(): PartState;
}

export interface Health {
  readonly router: Router;
  /** From now on not ready: load balancers stop sending new calls while the running ones are finished. */
  startDraining(): void;
}

/**
 * `/healthz`: the process lives. `/readyz`: whether it should get calls, and what is degraded: 200 while calls are
 * answered (degraded included), 503 when they cannot be or the gateway is shutting down.
 */
export function createHealth(checks: readonly ReadinessCheck[]): Health {
  let draining = false;
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', (_req, res) => {
    const parts = Object.fromEntries(checks.map((check) => [check.name, check.state()]));
    const states = Object.values(parts);
    const status = draining
      ? 'draining'
      : states.includes('down')
        ? 'down'
        : states.includes('degraded')
          ? 'degraded'
          : 'ok';
    const ready = status === 'ok' || status === 'degraded';
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status, parts });
  });
  return {
    router,
    startDraining() {
      draining = true;
    },
  };
}
