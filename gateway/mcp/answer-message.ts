import type { Request, Response } from 'express';
import { Calculations } from '../batch/calculations.ts';
import type { Steps } from '../pipeline/steps.ts';
import { askState } from '../pipeline/turn-away.ts';
import { rateLimit, rateLimitPolicy } from '../quota/admission/rate-limit-headers.ts';
import { admitList } from './admit-list.ts';
import { dispatch } from './dispatch.ts';
import type { Message } from './read-message.ts';
import { openServer } from './server.ts';

/** Answers one message. Whatever fails in it that is ours is our problem (500), and the log has the reason. */
export async function answerMessage(steps: Steps, req: Request, res: Response, message: Message): Promise<void> {
  const { call } = req;
  if (res.destroyed) {
    steps.left(req);
    return;
  }
  const calculations = new Calculations(steps, req, res, false);
  let over = false;
  res.once('close', () => {
    if (over) return;
    over = true;
    calculations.leave();
    steps.left(req);
  });

  const refused = message.method === 'tools/list' ? await admitList(steps, req, res) : null;
  if (over) return;
  if (refused) {
    over = true;
    steps.refuse(req, res, refused.code, refused.refusal);
    return;
  }
  let failure: unknown = null;
  const server = openServer({ steps, req, res, calculations }, (error) => {
    failure = error;
  });
  const { status, headers, body, reported } = await dispatch(server, message, req.headers);
  if (over) return;
  over = true;
  call.steps?.enter('forward');
  const { decision } = calculations;
  if (decision !== null) call.rateLimit = [rateLimitPolicy(decision), rateLimit(decision)];
  if (call.rateLimit) answer();
  else askState(steps, req, res, answer);

  function answer(): void {
    if (failure === null && status < 500) {
      steps.send(req, res, status, headers, body);
      return;
    }
    steps.onError(failure ?? reported.at(-1), call.id);
    steps.refuse(req, res, 'internal-error');
  }
}
