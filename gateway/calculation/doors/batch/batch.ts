import type { ServerResponse } from 'node:http';
import { LARGEST_BODY } from '../../../../plugins/sdk/index.ts';
import { readBody } from '../../../../plugins/sdk/server/read-body.ts';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { probe } from '../../../request/pipeline/refuse-before-admission.ts';
import type { Next, Step } from '../../../request/pipeline/step.ts';
import type { GatewayProblem } from '../../../request/respond/respond.ts';
import { BATCH_ENDPOINT, BATCH_PATH, LARGEST_BATCH } from '../../../request/routes/batch-endpoint.ts';
import { refuseBy, undecided } from '../../engine/admit.ts';
import { onceOf } from '../../engine/idempotent.ts';
import { carryOut } from './carry-out.ts';
import { readBatch } from './read-batch.ts';

/**
 * Answers `POST /api/v1/batch` and passes every other call to the next step. It also passes on an unreadable batch,
 * whose answer is a problem like that of any other bad input.
 */
export function batch(context: PipelineContext): Step {
  return (req, res, next) => {
    if (req.call.route?.path === BATCH_PATH) receive(req, res, next);
    else next();
  };

  function receive(req: GatewayRequest, res: ServerResponse, next: Next): void {
    const { call } = req;
    // A body without a Content-Length counts as long.
    const isLong = !(Number(call.headers.contentLength) <= LARGEST_BODY);
    // The answer of a call that is charged already must not depend on the rest of the quota.
    if (isLong && call.idempotencyKey === null) unlessOverQuota(context, req, res, read);
    else read();

    function read(): void {
      readBody(req, LARGEST_BATCH, (body) => {
        context.fairShare.resume(call.principal?.clientId ?? '', () => answer(body));
      });
    }

    function answer(body: Uint8Array): void {
      try {
        const batch = readBatch(call, body, context.baseUrl);
        if ('items' in batch) {
          call.once = onceOf(context, call, body);
          carryOut(context, req, res, { items: batch.items, mayBeTooLong: body.byteLength > LARGEST_BODY });
          return;
        }
        call.answer = batch.answer;
        next();
      } catch (error) {
        next(error);
      }
    }
  }
}

/**
 * Calls `then` if the caller can afford one unit now; otherwise refuses the whole batch before reading it. Without this
 * check, a caller whose quota is used up could make the gateway read and parse long bodies without end.
 */
function unlessOverQuota(context: PipelineContext, req: GatewayRequest, res: ServerResponse, then: () => void): void {
  const { call } = req;
  call.timer?.enter('quota');
  probe(context, req, res, BATCH_ENDPOINT.cost, (error, decision) => {
    if (error) refuse(undecided(context, call, error));
    else if (decision.verdict.outcome === 'admitted' || !call.principal) then();
    else refuse(refuseBy(context, call.principal, decision));
  });

  function refuse({ code, refusal }: GatewayProblem): void {
    context.refuse(req, res, code, refusal);
  }
}
