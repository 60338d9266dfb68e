import type { Request, Response } from 'express';
import type { Steps } from '../pipeline/steps.ts';
import { askState } from '../pipeline/turn-away.ts';
import { rateLimit, rateLimitPolicy } from '../quota/rate-limit-headers.ts';
import { Calculations } from './calculations.ts';
import { type ItemAnswer, writeBatch } from './item-answer.ts';
import type { BatchItem } from './read-batch.ts';

/** The calculations of a batch. */
export interface ReadItems {
  readonly items: readonly BatchItem[];
  /** The whole body is longer than that of one calculation may be. */
  readonly mayBeTooLong: boolean;
}

/**
 * Carries out the calculations of a batch as if each had come alone, in their order: those of this process are computed
 * first, then all are admitted, as one command to the counters; those of services are forwarded as they are admitted.
 */
export function carryOut(steps: Steps, req: Request, res: Response, { items, mayBeTooLong }: ReadItems): void {
  const { call } = req;
  const answers: ItemAnswer[] = new Array(items.length);
  const calculations = new Calculations(steps, req, res, mayBeTooLong);
  let over = false;

  res.once('close', () => {
    if (over) return;
    over = true;
    calculations.leave();
    steps.left(req);
  });
  call.steps?.enter('compute');
  const prepared = items.map((item) => calculations.prepare(item));
  call.steps?.enter('quota');
  // Admission answers later: by then all of them are counted here.
  let open = 0;
  prepared.forEach((one, at) => {
    if ('status' in one) {
      answers[at] = one;
      return;
    }
    open += 1;
    calculations.admit(one, (answer) => {
      answers[at] = answer;
      open -= 1;
      if (open === 0) finish();
    });
  });
  if (open === 0) askState(steps, req, res, finish);

  function finish(): void {
    if (over) return;
    over = true;
    call.steps?.enter('forward');
    const { decision } = calculations;
    if (decision !== null) call.rateLimit = [rateLimitPolicy(decision), rateLimit(decision)];
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Language', call.language];
    steps.send(req, res, 200, [...headers, 'Vary', 'Accept-Language'], writeBatch(answers, call.language));
  }
}
