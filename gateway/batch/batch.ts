import type { Request, RequestHandler, Response } from 'express';
import { LARGEST_BODY } from '../../plugins/sdk/index.ts';
import { readBody } from '../../plugins/sdk/server/read-body.ts';
import { overQuota } from '../pipeline/quota.ts';
import type { Steps } from '../pipeline/steps.ts';
import { probe } from '../pipeline/turn-away.ts';
import { BATCH_ENDPOINT, BATCH_PATH, LARGEST_BATCH } from '../plugins/batch-endpoint.ts';
import { carryOut } from './carry-out.ts';
import { readBatch } from './read-batch.ts';

/**
 * Answers `POST /api/v1/batch`; every other call goes on. A batch that cannot be read goes on too and is answered as any
 * bad input is.
 */
export function batch(steps: Steps): RequestHandler {
  return (req, res, next) => {
    const { call } = req;
    if (call.route?.path !== BATCH_PATH) {
      next();
      return;
    }
    // Without a length the body may be of any.
    const isLong = !(Number(call.headers.contentLength) <= LARGEST_BODY);
    if (isLong) unlessOverQuota(steps, req, res, read);
    else read();

    function read(): void {
      readBody(req, LARGEST_BATCH, (body) => {
        try {
          const read = readBatch(call, body, steps.baseUrl);
          if ('items' in read) {
            carryOut(steps, req, res, { items: read.items, mayBeTooLong: body.byteLength > LARGEST_BODY });
            return;
          }
          call.answer = read.answer;
          next();
        } catch (error) {
          next(error);
        }
      });
    }
  };
}

/**
 * Goes on unless the caller cannot afford one unit now: to read and parse a long body is work that a caller with nothing
 * left could ask for without end. The batch is then refused as a whole, before it is read.
 */
function unlessOverQuota(steps: Steps, req: Request, res: Response, then: () => void): void {
  const { admission, admissions, refuse, onError } = steps;
  const { call } = req;
  call.steps?.enter('quota');
  probe(steps, req, res, BATCH_ENDPOINT.cost, (error, decision) => {
    if (error) {
      admissions.failed();
      onError(error, call.id);
      refuse(req, res, 'temporarily-unavailable', { headers: ['Retry-After', '1'] });
    } else if (decision.verdict.outcome === 'admitted') {
      then();
    } else {
      const { principal } = call;
      if (principal) admission.refused(principal.clientId, principal.keyId, '429');
      admissions.decided(decision.verdict.outcome);
      refuse(req, res, 'quota-exceeded', overQuota(decision, principal?.cap ?? null));
    }
  });
}
