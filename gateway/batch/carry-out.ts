import type { Request, Response } from 'express';
import type { Steps } from '../pipeline/steps.ts';
import { askState } from '../pipeline/turn-away.ts';
import { rateLimit, rateLimitPolicy } from '../quota/admission/rate-limit-headers.ts';
import { admitInOrder } from './admit-in-order.ts';
import { type Calculation, Calculations } from './calculations.ts';
import { type ItemAnswer, writeBatch } from './item-answer.ts';
import type { BatchItem } from './read-batch.ts';

/** The calculations of a batch. */
export interface ReadItems {
  readonly items: readonly BatchItem[];
  /** The whole body is longer than that of one calculation may be. */
  readonly mayBeTooLong: boolean;
}

/**
 * Carries out the calculations of a batch as if each had come alone, in their order. Those of services are forwarded as
 * they are admitted.
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
  call.steps?.enter('quota');
  const asked: Calculation[] = [];
  /** Where in the batch each of them stands. */
  const places: number[] = [];
  items.forEach((item, at) => {
    const found = calculations.find(item);
    if ('status' in found) {
      answers[at] = found;
    } else {
      asked.push(found);
      places.push(at);
    }
  });
  if (asked.length === 0) {
    askState(steps, req, res, finish);
    return;
  }
  let open = asked.length;
  admitInOrder(calculations, asked, (place, answer) => {
    answers[places[place] ?? 0] = answer;
    open -= 1;
    if (open === 0) finish();
  });

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
