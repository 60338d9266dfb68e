import { LARGEST_BODY, problemAnswer, type ServiceAnswer } from '../../../../plugins/sdk/index.ts';
import { readBody } from '../../../../plugins/sdk/server/read-body.ts';
import type { Call } from '../../../request/call/call.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { Step } from '../../../request/pipeline/step.ts';
import { gatewayMessages } from '../../../request/problems/catalogue.ts';
import type { Route } from '../../../request/routes/route-table.ts';
import { compute as computeHere } from '../../engine/compute.ts';

type Compute = Pick<PipelineContext, 'onError' | 'baseUrl'>;

/**
 * Computes the answer of a single call if its calculator runs in this process. A service is called after admission;
 * only a malformed query is answered here, without calling it.
 */
export function compute(context: Compute): Step {
  return (req, _res, next) => {
    const { call } = req;
    call.timer?.enter('compute');
    if (!call.route) throw new Error('compute comes after authorize');
    const { respond } = call.route;
    if (respond === null) {
      if (call.query === null) call.answer = malformedQuery(call, context.baseUrl);
      next();
    } else if (call.method === 'POST') {
      readBody(req, LARGEST_BODY, (body) => {
        answer(context, call, respond, body);
        next();
      });
    } else {
      answer(context, call, respond, null);
      next();
    }
  };
}

function answer(context: Compute, call: Call, respond: NonNullable<Route['respond']>, body: Uint8Array | null): void {
  const { method, query, language, id } = call;
  const { contentType } = call.headers;
  const request = { method, query, contentType, body, language, authenticated: true, requestId: id };
  call.answer = computeHere(context, respond, request, id);
}

function malformedQuery({ language, id, route }: Call, baseUrl: string): ServiceAnswer {
  const target = { baseUrl, language, requestId: id, messages: gatewayMessages };
  return problemAnswer({ code: 'malformed-query' }, target, route?.problems);
}
