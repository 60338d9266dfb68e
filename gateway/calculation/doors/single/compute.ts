import { type CheckedInputs, LARGEST_BODY, problemAnswer, type ServiceAnswer } from '../../../../plugins/sdk/index.ts';
import { readBody } from '../../../../plugins/sdk/server/read-body.ts';
import type { Call } from '../../../request/call/call.ts';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { Next, Step } from '../../../request/pipeline/step.ts';
import { gatewayMessages } from '../../../request/problems/catalogue.ts';
import type { Route } from '../../../request/routes/route-table.ts';
import { compute as computeHere } from '../../engine/compute.ts';
import { onceOf } from '../../engine/idempotent.ts';

type Compute = Pick<PipelineContext, 'onError' | 'baseUrl' | 'idempotency'>;

/**
 * Computes the answer of a single call if its calculator runs in this process. A service is called after admission;
 * only a malformed query is answered here, without calling it.
 */
export function compute(context: Compute): Step {
  return (req, _res, next) => {
    const { call } = req;
    call.timer?.enter('compute');
    const { route } = call;
    if (!route) throw new Error('compute comes after authorize');
    if (!answersHere(route)) {
      if (call.query === null) call.answer = malformedQuery(call, context.baseUrl);
      const { checked } = route;
      if (checked !== null && call.answer === null) check(context, req, checked, next);
      else if (call.idempotencyKey === null) next();
      else readBeforeAdmission(context, req, next);
    } else if (call.method === 'POST') {
      readBody(req, LARGEST_BODY, (body) => {
        call.once = onceOf(context, call, body);
        answer(context, call, route, body);
        next();
      });
    } else {
      answer(context, call, route, null);
      next();
    }
  };
}

/** A route that this process answers. */
type OwnRoute = Route & { readonly respond: NonNullable<Route['respond']> };

const answersHere = (route: Route): route is OwnRoute => route.respond !== null;

function answer(context: Compute, call: Call, { plugin, respond }: OwnRoute, body: Uint8Array | null): void {
  const { method, query, language, id } = call;
  const { contentType } = call.headers;
  const input = { method, query, contentType, body, language, authenticated: true, requestId: id };
  call.answer = computeHere(context, plugin, respond, input);
}

/** Checks the inputs of a service here, so that it gets only valid ones. */
function check(context: Compute, req: GatewayRequest, checked: CheckedInputs, next: Next): void {
  const { call } = req;
  const read = (body: Uint8Array | null) => {
    const { method, query, language, id: requestId } = call;
    const { contentType } = call.headers;
    const found = checked.read({ method, query, contentType, body, language, authenticated: true, requestId });
    if ('status' in found) call.answer = found;
    else call.checked = found;
    next();
  };
  if (call.method !== 'POST') read(null);
  else {
    readBody(req, LARGEST_BODY, (body) => {
      call.once = onceOf(context, call, body);
      read(body);
    });
  }
}

/** The counters must know the whole request, so this reads the body of a remote call before admission. */
function readBeforeAdmission(context: Compute, req: GatewayRequest, next: Next): void {
  const { call } = req;
  readBody(req, LARGEST_BODY, (body) => {
    call.once = onceOf(context, call, body);
    call.body = body;
    if (body.byteLength > LARGEST_BODY) call.answer ??= tooLong(call, context.baseUrl);
    next();
  });
}

function tooLong({ language, id, route }: Call, baseUrl: string): ServiceAnswer {
  const target = { baseUrl, language, requestId: id, messages: gatewayMessages };
  return problemAnswer({ code: 'payload-too-large', values: { max: LARGEST_BODY } }, target, route?.problems);
}

function malformedQuery({ language, id, route }: Call, baseUrl: string): ServiceAnswer {
  const target = { baseUrl, language, requestId: id, messages: gatewayMessages };
  return problemAnswer({ code: 'malformed-query' }, target, route?.problems);
}
