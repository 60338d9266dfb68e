import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { Next } from './step.ts';

/** A step, or a handler of a library whose requests and responses have more members than ours. */
type Handler<Req extends GatewayRequest, Res extends ServerResponse> = (req: Req, res: Res, next: Next) => void;

/**
 * Joins steps into one, which runs them one after the other. As a single layer of Express they cost little: for each layer
 * Express matches a path and makes several closures, which for a pipeline of this length would cost as much as all the
 * steps do.
 */
export function inOrder<Req extends GatewayRequest, Res extends ServerResponse>(
  ...steps: readonly Handler<Req, Res>[]
): Handler<Req, Res> {
  return (req, res, next) => {
    let at = 0;
    function step(error?: unknown): void {
      const handler = steps[at];
      if (error !== undefined || handler === undefined) {
        next(error);
        return;
      }
      at++;
      try {
        handler(req, res, step);
      } catch (thrown) {
        next(thrown);
      }
    }
    step();
  };
}
