import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { attachRateLimit } from '../../../request/pipeline/refuse-before-admission.ts';
import { Calculations } from '../../engine/calculations.ts';
import { admitList } from './admit-list.ts';
import { dispatch } from './dispatch.ts';
import type { Message } from './read-message.ts';
import { openServer } from './server.ts';

/** Answers one message. An internal error becomes a 500, and its reason is logged. */
export async function answerMessage(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  message: Message,
): Promise<void> {
  const { call } = req;
  if (res.destroyed) {
    context.left(req);
    return;
  }
  const calculations = new Calculations(context, req, res, false);
  let over = false;
  res.once('close', () => {
    if (over) return;
    over = true;
    calculations.leave();
    context.left(req);
  });

  const refused = message.method === 'tools/list' ? await admitList(context, req, res) : null;
  if (over) return;
  if (refused) {
    over = true;
    context.refuse(req, res, refused.code, refused.refusal);
    return;
  }
  let failure: unknown = null;
  const server = openServer({ context, req, res, calculations }, (error) => {
    failure = error;
  });
  const { status, headers, body, reported } = await dispatch(server, message, req.headers);
  if (over) return;
  over = true;
  call.timer?.enter('forward');
  if (call.decision !== null) answer();
  else attachRateLimit(context, req, res, answer);

  function answer(): void {
    if (failure === null && status < 500) {
      context.send(req, res, status, headers, body);
      return;
    }
    context.onError(failure ?? reported.at(-1), call.id);
    context.refuse(req, res, 'internal-error');
  }
}
