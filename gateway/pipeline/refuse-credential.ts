import type { NextFunction, Request, Response } from 'express';
import { MCP_PATH } from '../plugins/mcp-endpoint.ts';
import type { Refusal } from './respond.ts';
import { refuseInTurn } from './share.ts';
import type { Steps } from './steps.ts';

/** There a key may stand in a third place. */
const AT_MCP: Refusal = { detail: 'detail_mcp' };

/** The same 401 for every cause; for an address with too many of them 429. */
export function refuseCredential(
  steps: Pick<Steps, 'refuse' | 'throttle' | 'meter' | 'fairShare' | 'left'>,
  req: Request,
  res: Response,
  next: NextFunction,
  refusal: Refusal = req.call.path === MCP_PATH ? AT_MCP : {},
): void {
  const { refuse, throttle, meter } = steps;
  refuseInTurn(steps, req, res, () => {
    throttle
      .failed(req.call.address)
      .then((wait) => {
        if (wait === 0) {
          meter.failures[401] += 1;
          refuse(req, res, 'invalid-credential', refusal);
        } else {
          meter.failures[429] += 1;
          refuse(req, res, 'too-many-failures', { headers: ['Retry-After', String(wait)] });
        }
      })
      .catch(next);
  });
}
