import type { RequestHandler, Router } from 'express';

/** Pages that need no key. */
export interface PublicPages {
  readonly health: Router;
  readonly portal: RequestHandler;
  readonly docs: RequestHandler;
  readonly platform: RequestHandler;
  readonly dashboard: RequestHandler;
}
