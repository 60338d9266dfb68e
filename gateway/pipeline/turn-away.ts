import type { Request, Response } from 'express';
import type { ProblemCode } from '../errors/catalogue.ts';
import type { Done } from '../quota/admission/admission.ts';
import { rateLimit, rateLimitPolicy } from '../quota/admission/rate-limit-headers.ts';
import type { Item } from '../quota/contract.ts';
import type { Refusal } from './respond.ts';
import type { Steps } from './steps.ts';

/**
 * Refuses a call of a known principal before admission (403, 404, 405). Nothing is taken from any quota; the counters
 * are only asked how they stand, because every authenticated answer tells it.
 */
export function turnAway(steps: Steps, req: Request, res: Response, code: ProblemCode, refusal: Refusal = {}): void {
  askState(steps, req, res, () => steps.refuse(req, res, code, refusal));
}

/** Asks the counters how they stand, for the headers of an answer that nothing was admitted for. */
export function askState(steps: Pick<Steps, 'admission'>, req: Request, res: Response, then: () => void): void {
  probe(steps, req, res, 0, then);
}

/**
 * Asks the counters whether a call of `check` units would be admitted now. Nothing is taken or counted; the answer's
 * `RateLimit` headers show what was found.
 *
 * @param then told the decision, or why there is none; not called if the caller leaves before
 */
export function probe(
  { admission }: Pick<Steps, 'admission'>,
  req: Request,
  res: Response,
  check: number,
  then: Done,
): void {
  const { principal } = req.call;
  if (!principal) throw new Error('the state of the counters is told to a known principal');
  const { clientId, keyId: key, family, limits, cap } = principal;
  const item: Item = { charge: 0, check, key, family, cap, calculator: '', status: '4xx', probe: true };
  const abandoned = () => res.destroyed;
  admission.admit({ client: clientId, limits, item, reserve: false, abandoned }, (...[error, decision]) => {
    if (error) {
      then(error, null);
      return;
    }
    req.call.rateLimit = [rateLimitPolicy(decision), rateLimit(decision)];
    then(null, decision);
  });
}
