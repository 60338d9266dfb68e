import type { RequestHandler } from 'express';
import type { Step } from '../request/pipeline/step.ts';

/** Pages that need no key. */
export interface PublicPages {
  readonly health: Step;
  readonly portal: RequestHandler;
  readonly docs: RequestHandler;
  readonly platform: RequestHandler;
  readonly dashboard: RequestHandler;
}
