import type { ServerResponse } from 'node:http';
import type { GatewayRequest } from '../../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../../request/pipeline/pipeline-context.ts';
import type { Step } from '../../../request/pipeline/step.ts';
import { type AskPolicies, askingPolicies } from '../../../request/policies/ask-policies.ts';
import { policyAnswer } from '../../../request/policies/policy-answer.ts';
import type { RemoteCalculation } from '../../engine/call-service.ts';
import { flatHeaders } from '../../engine/flat-headers.ts';
import { answerFromService } from './answer-from-service.ts';

/** The last step: sends the computed answer of an admitted call, or calls its service. */
export function answer(context: PipelineContext): Step {
  const { sendComputed, refuse } = context;
  const ask = askingPolicies(context, context.policies['before-answer']);
  return (req, res) => {
    const { answer: computed, checked, route, decision, timer } = req.call;
    timer?.enter('forward');
    const forwarding = route?.forwarding ?? null;
    const reservation = decision?.reservation ?? null;
    if (computed !== null) sendComputed(req, res, computed.status, flatHeaders(computed.headers), computed.body);
    else if (route === null || forwarding === null || reservation === null) refuse(req, res, 'internal-error');
    else {
      const remote = { route, forwarding, reservation, checked, language: req.call.language };
      const approve = ask === null ? {} : { approve: approvedBy(ask, context, req, res) };
      answerFromService(context, req, res, { ...remote, ...approve });
    }
  };
}

/** Asks the policies about the answer of a service. They are not heard once the caller has left. */
function approvedBy(
  ask: AskPolicies,
  { baseUrl }: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
): NonNullable<RemoteCalculation['approve']> {
  return (answer, then) =>
    ask(req, res, answer.status, (refusal) => {
      if (res.destroyed) return;
      if (refusal === null) {
        then(answer);
        return;
      }
      const { status, headers, body } = policyAnswer(req.call, refusal, baseUrl, req.call.route?.problems ?? null);
      then({ status, headers: flatHeaders(headers), body: Buffer.from(body) });
    });
}
