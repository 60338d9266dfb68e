import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { Next } from './step.ts';

/** A step, or a handler of a library whose request and response types extend ours. */
type Handler<Req extends GatewayRequest, Res extends ServerResponse> = (req: Req, res: Res, next: Next) => void;

/**
 * Joins steps into one handler that runs them in order. An error ends the row and goes to the handler's own `next`. Among
 * pages, the handler is one layer of Express, which matches a path and creates several closures for each layer.
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
