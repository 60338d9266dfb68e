import type { RequestHandler } from 'express';
import { LARGEST_BODY } from '../../plugins/sdk/index.ts';
import { readBody } from '../../plugins/sdk/server/read-body.ts';
import type { Steps } from '../pipeline/steps.ts';
import { BATCH_PATH, LARGEST_BATCH } from '../plugins/batch-endpoint.ts';
import { carryOut } from './carry-out.ts';
import { readBatch } from './read-batch.ts';

/** Answers `POST /api/v1/batch`; every other call goes on, and so does a batch that cannot be read: it is told so as any bad input is. */
export function batch(steps: Steps): RequestHandler {
  return (req, res, next) => {
    const { call } = req;
    if (call.route?.path !== BATCH_PATH) {
      next();
      return;
    }
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
  };
}
