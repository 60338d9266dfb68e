import type { RequestHandler } from 'express';
import { LARGEST_BODY } from '../../plugins/sdk/index.ts';
import { readBody } from './body.ts';
import type { Steps } from './steps.ts';

/**
 * Lets an in-process calculator answer before admission: it is pure and takes microseconds, so the quota step knows the
 * outcome and never has to give anything back.
 */
export function compute({ onError }: Pick<Steps, 'onError'>): RequestHandler {
  return (req, _res, next) => {
    const { call } = req;
    call.steps?.enter('compute');
    if (call.method === 'POST') {
      readBody(req, LARGEST_BODY, (body) => {
        answer(body);
        next();
      });
    } else {
      answer(null);
      next();
    }

    function answer(body: Uint8Array | null): void {
      if (!call.route) throw new Error('compute comes after access');
      try {
        call.answer = call.route.endpoint.respond({
          method: call.method,
          query: call.query,
          contentType: call.headers.contentType,
          body,
          language: call.language,
          authenticated: true,
          requestId: call.id,
        });
      } catch (error) {
        // A calculator that throws is a bug of its author: the call is answered 500, uncharged, and the rest goes on.
        onError(error, call.id);
        call.answer = null;
      }
    }
  };
}
