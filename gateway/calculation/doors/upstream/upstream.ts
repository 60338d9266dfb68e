import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import { spareBodyTime } from '../../../request/guards/body-time.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { Step } from '../../../request/pipeline/step.ts';
import { PROBLEMS, type ProblemCode } from '../../../request/problems/catalogue.ts';
import { type Refusal, TRY_AGAIN } from '../../../request/respond/respond.ts';
import { CALLER_LEFT } from '../../../request/respond/status-class.ts';
import type { ProxiedUpstream, UpgradedConnection } from '../../../request/routes/proxied-upstream.ts';
import { admissionItem, admit, charge, giveBack, undecided } from '../../engine/admit.ts';
import { OpenAnswers } from '../../upstream/open-answers.ts';
import { queryWithoutKey } from '../single/query-without-key.ts';
import { prepareHeaders } from './upstream-headers.ts';

/**
 * Answers the calls of upstreams and passes every other call to the next step. A call reserves its cost; the head of
 * the answer decides about the charge, because the body may flow for hours.
 */
export function upstream(context: PipelineContext): Step {
  const open = new OpenAnswers(context.principals);
  return (req, res, next) => {
    const { route, principal, timer, headers } = req.call;
    const proxied = route?.upstream;
    if (proxied === undefined || !route || !principal) {
      next();
      return;
    }
    const { bodyLimit: max } = proxied.definition;
    if (Number(headers.contentLength ?? 0) > max) {
      context.refuse(req, res, 'payload-too-large', tooLong(max));
      return;
    }
    // Before admission, which takes a turn: the calls that arrive in it count, too.
    const leave = proxied.enter(principal.clientId);
    if (leave === null) {
      context.refuse(req, res, 'temporary-reduced-capacity', TRY_AGAIN);
      return;
    }
    (req.switching?.socket ?? res).once('close', leave);
    timer?.enter('quota');
    const item = admissionItem(principal, route.endpoint, 200, null);
    admit(context, req, res, { item, reserve: true }, (problem) => {
      timer?.enter('forward');
      if (problem === null) forward(context, open, req, res, proxied);
      else context.refuse(req, res, problem.code, problem.refusal);
    });
  };
}

/** Node warns of a leak beyond ten. */
const MOST_LISTENERS = 20;

/** The rest of a body that is too long is not read, so the connection cannot be used again. */
function tooLong(max: number): Refusal {
  return { values: { max }, headers: ['Connection', 'close'] };
}

function forward(
  context: PipelineContext,
  open: OpenAnswers,
  req: GatewayRequest,
  res: ServerResponse,
  proxied: ProxiedUpstream,
): void {
  const { call } = req;
  const connection = req.switching ?? null;
  const reservation = call.decision?.reservation ?? null;
  if (reservation === null) throw new Error('an admitted call of an upstream has a reservation');
  const { prefix, strip, bodyLimit } = proxied.definition;
  const path = strip ? call.path.slice(prefix.length) || '/' : call.path;
  const target = path + queryWithoutKey(req.url, call.queryKeys.length > 0);
  const identity = proxied.identify(call.method, target, reservation.client, call.id);
  prepareHeaders(req.headers, call, context.marketplaces.picker, identity, connection !== null);
  req.url = target;

  spareBodyTime(req);
  // The steps before, the proxy and the stream each listen to the end of the answer.
  res.setMaxListeners(MOST_LISTENERS);
  /** Whether the reservation is settled, or about to be. */
  let settled = false;
  let cancel = () => {};
  const left = () => {
    if (settled || reservation === null) return;
    settled = true;
    giveBack(context, reservation, CALLER_LEFT);
    context.left(req);
  };
  (connection?.socket ?? res).once('close', () => {
    cancel();
    left();
  });
  let length = 0;
  // The body must not flow before the upstream takes it.
  if (connection === null) {
    req.once('resume', () => {
      req.on('data', (part: Buffer) => {
        length += part.byteLength;
        if (length > bodyLimit) refuse('payload-too-large', tooLong(bodyLimit));
      });
    });
  }
  cancel = proxied.forward(
    { req, res, connection },
    {
      answered,
      failed(problem, reason, busy = false) {
        if (!settled) call.failure = { service: proxied.definition.name, instance: null, reason };
        const again = problem === 'service-unavailable' ? TRY_AGAIN : {};
        refuse(problem, busy ? { ...again, detail: 'detail_busy' } : again);
      },
      stalled() {
        left();
        res.destroy();
      },
    },
  );

  function refuse(code: ProblemCode, refusal: Refusal): void {
    if (settled || reservation === null) return;
    settled = true;
    giveBack(context, reservation, PROBLEMS[code]);
    context.refuse(req, res, code, refusal);
    cancel();
    if (connection === null) req.resume();
  }

  function answered(answer: IncomingMessage): void {
    if (settled || reservation === null) {
      answer.destroy();
      return;
    }
    settled = true;
    const status = answer.statusCode ?? 502;
    if (connection !== null) {
      // The library writes the answer next. It stays here until the charge is durable.
      answer.headers = context.joined(req, answer);
      connection.socket.cork();
    }
    if (status < 300) charge(context, reservation, (error) => charged(answer, error));
    else {
      giveBack(context, reservation, status);
      charged(answer, null);
    }
  }

  function charged(answer: IncomingMessage, error: Error | null): void {
    if (connection !== null) {
      if (error === null) switchOver(answer, connection);
      else connection.socket.destroy(error);
      return;
    }
    if (error !== null) {
      answer.destroy();
      const { code, refusal } = undecided(context, call, error);
      context.refuse(req, res, code, refusal);
      return;
    }
    const ended = open.add(call.keyHash, () => res.destroy());
    void context.relay(req, res, answer).finally(ended);
  }

  function switchOver(answer: IncomingMessage, { socket }: UpgradedConnection): void {
    const ended = open.add(call.keyHash, () => socket.destroy());
    socket.once('close', () => {
      ended();
      context.switched(req, answer.statusCode ?? 502);
    });
    socket.uncork();
  }
}
