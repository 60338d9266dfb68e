import type { ServerResponse } from 'node:http';
import type { PolicyRefusal } from '../call/call.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { attachRateLimit } from '../pipeline/refuse-before-admission.ts';
import type { Step } from '../pipeline/step.ts';
import { askingPolicies } from '../policies/ask-policies.ts';
import { policyAnswer } from '../policies/policy-answer.ts';
import { statusClass } from '../respond/status-class.ts';
import { BATCH_PATH } from '../routes/batch-endpoint.ts';
import { isKeyed } from '../routes/key-first.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';
import { PLAIN_PATHS } from './edge.ts';

/**
 * Asks the policies before authentication. Where a key is needed, their refusal waits until the key is known, because a
 * missing or invalid key is a 401 in any case. Health probes are not asked about.
 */
export function policiesBeforeAuth(context: PipelineContext): Step | null {
  const { policies, routes } = context;
  const ask = askingPolicies(context, policies['before-auth']);
  if (ask === null) return null;
  return (req, res, next) => {
    const { call } = req;
    if (PLAIN_PATHS.has(call.path)) {
      next();
      return;
    }
    ask(req, res, null, (refusal) => {
      if (isKeyed(routes, call.path)) call.heldRefusal = refusal;
      else {
        // Express writes these pages, and knows nothing of the call.
        const headers = call.policyHeaders ?? [];
        call.policyHeaders = null;
        for (let at = 0; at < headers.length; at += 2) res.appendHeader(headers[at] ?? '', headers[at + 1] ?? '');
        if (refusal !== null) {
          refuse(context, req, res, refusal);
          return;
        }
      }
      next();
    });
  };
}

/** Answers the refusals that waited for the key, then asks the policies after authentication. */
export function policiesAfterAuth(context: PipelineContext): Step | null {
  const { policies, admission } = context;
  const ask = askingPolicies(context, policies['after-auth']);
  if (ask === null && policies['before-auth'].length === 0) return null;
  return (req, res, next) => {
    const { heldRefusal } = req.call;
    if (heldRefusal !== null || ask === null) decided(heldRefusal);
    else ask(req, res, null, decided);

    function decided(refusal: PolicyRefusal | null): void {
      if (refusal === null) {
        next();
        return;
      }
      const { principal } = req.call;
      const status = refusal === 'failed' ? 500 : refusal.status;
      if (principal) {
        const counted = status === 403 || status === 429 ? (`${status}` as const) : statusClass(status);
        admission.recordUncharged(principal.clientId, principal.keyId, counted);
      }
      attachRateLimit(context, req, res, () => refuse(context, req, res, refusal));
    }
  };
}

/** Asks about a batch and a message of MCP before their calculations: their own status is 200 in any case. */
export function policiesBeforeLists(context: PipelineContext): Step | null {
  const ask = askingPolicies(context, context.policies['before-answer']);
  if (ask === null) return null;
  return (req, res, next) => {
    const path = req.call.route?.path;
    if (path !== BATCH_PATH && path !== MCP_PATH) next();
    else
      ask(req, res, 200, (refusal) => {
        if (refusal === null) next();
        else attachRateLimit(context, req, res, () => refuse(context, req, res, refusal));
      });
  };
}

/** Asks about an answer that this process has computed. A refusal replaces it, and is not charged. */
export function policiesBeforeAnswer(context: PipelineContext): Step | null {
  const ask = askingPolicies(context, context.policies['before-answer']);
  if (ask === null) return null;
  return (req, res, next) => {
    const { call } = req;
    if (call.answer === null || call.route?.path === BATCH_PATH) {
      next();
      return;
    }
    ask(req, res, call.answer.status, (refusal) => {
      if (refusal !== null) {
        call.answer = policyAnswer(call, refusal, context.baseUrl, call.route?.problems ?? null);
      }
      next();
    });
  };
}

function refuse(
  { send, baseUrl, routes }: PipelineContext,
  req: GatewayRequest,
  res: ServerResponse,
  refusal: PolicyRefusal,
): void {
  const template = routes.current.mountOf(req.call.path)?.problems ?? null;
  const { status, headers, body } = policyAnswer(req.call, refusal, baseUrl, template);
  send(req, res, status, Object.entries(headers).flat(), body);
}
