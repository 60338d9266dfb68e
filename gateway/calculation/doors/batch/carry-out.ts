import type { ServerResponse } from 'node:http';
import type { Done } from '../../../quota/admission/admission.ts';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import { attachRateLimit, probe } from '../../../request/pipeline/refuse-before-admission.ts';
import { undecided } from '../../engine/admit.ts';
import { admitInOrder } from '../../engine/admit-in-order.ts';
import { type Calculation, type CalculationRequest, Calculations } from '../../engine/calculations.ts';
import { refusedByKey } from '../../engine/idempotent.ts';
import { type ItemAnswer, writeBatch } from '../../engine/item-answer.ts';

/** The calculations of a batch. */
export interface ReadItems {
  readonly items: readonly CalculationRequest[];
  /** Whether the whole body exceeds the limit for one calculation, so that a single input may exceed it too. */
  readonly mayBeTooLong: boolean;
}

/** Carries out the calculations of a batch in order, and answers when every calculation has its answer. */
export function carryOut(
  context: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  { items, mayBeTooLong }: ReadItems,
): void {
  const { call } = req;
  const answers: ItemAnswer[] = new Array(items.length);
  const calculations = new Calculations(context, req, res, mayBeTooLong);
  let over = false;

  res.once('close', () => {
    if (over) return;
    over = true;
    calculations.leave();
    context.left(req);
  });
  call.timer?.enter('quota');
  const asked: Calculation[] = [];
  items.forEach((item, at) => {
    const found = calculations.find(item, at);
    if ('status' in found) answers[at] = found;
    else asked.push(found);
  });
  if (asked.length === 0) {
    attachRateLimit(context, req, res, finish);
    return;
  }
  const { once } = call;
  if (once === null) admitAll(asked);
  else probe(context, req, res, 0, admitUncharged, once);

  /** Calculations that the idempotency key shows as charged are answered again. */
  function admitUncharged(...[error, decision]: Parameters<Done>): void {
    const problem = error === null ? refusedByKey(decision.verdict.outcome) : undecided(context, call, error);
    if (problem !== null) {
      over = true;
      context.refuse(req, res, problem.code, problem.refusal);
      return;
    }
    const charged = decision?.verdict.places;
    admitAll(asked.map((one) => (charged?.has(one.place) ? { ...one, cost: 0 } : one)));
  }

  function admitAll(all: readonly Calculation[]): void {
    let open = all.length;
    admitInOrder(calculations, all, (index, answer) => {
      answers[all[index]?.place ?? 0] = answer;
      open -= 1;
      if (open === 0) finish();
    });
  }

  function finish(): void {
    if (over) return;
    over = true;
    call.timer?.enter('forward');
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Language', call.language];
    context.send(req, res, 200, [...headers, 'Vary', 'Accept-Language'], writeBatch(answers, call.language));
  }
}
