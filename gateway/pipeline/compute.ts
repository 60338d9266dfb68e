import type { RequestHandler } from 'express';
import { type Endpoint, LARGEST_BODY, problemAnswer, type ServiceAnswer } from '../../plugins/sdk/index.ts';
import { readBody } from '../../plugins/sdk/server/read-body.ts';
import { gatewayMessages } from '../errors/catalogue.ts';
import type { Call } from './call.ts';
import type { Steps } from './steps.ts';

/**
 * Lets an in-process calculator answer before admission: it is pure and takes microseconds, so the quota step knows the
 * outcome and never has to give anything back. Of a service elsewhere nothing is known before it was asked, but that it
 * will not be asked with a query that cannot be read.
 */
export function compute({ onError, baseUrl }: Pick<Steps, 'onError' | 'baseUrl'>): RequestHandler {
  return (req, _res, next) => {
    const { call } = req;
    call.steps?.enter('compute');
    if (!call.route) throw new Error('compute comes after access');
    const { respond } = call.route;
    if (respond === null) {
      if (call.query === null) call.answer = malformedQuery(call, baseUrl);
      next();
    } else if (call.method === 'POST') {
      readBody(req, LARGEST_BODY, (body) => {
        answer(respond, body);
        next();
      });
    } else {
      answer(respond, null);
      next();
    }

    function answer(respond: Endpoint['respond'], body: Uint8Array | null): void {
      try {
        call.answer = respond({
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

function malformedQuery({ language, id, route }: Call, baseUrl: string): ServiceAnswer {
  const target = { baseUrl, language, requestId: id, messages: gatewayMessages };
  return problemAnswer({ code: 'malformed-query' }, target, route?.problems);
}
