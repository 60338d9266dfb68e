import type { ServerResponse } from 'node:http';
import { withTimeLimit } from '../../../plugins/sdk/host/time-limit.ts';
import {
  type ConfiguredPolicy,
  type PolicyOutcome,
  type PolicyProblem,
  policyProblemSchema,
} from '../../../plugins/sdk/index.ts';
import type { PolicyRefusal } from '../call/call.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { PolicyFailed, RequestView, type ViewContext } from './request-view.ts';

/** Longest wait for one policy, in milliseconds. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Asks the policies of one stage in order, until one refuses.
 *
 * @param status status of the answer; `null` before the last stage
 * @param decided called once, in the same turn unless a policy returns a promise
 */
export type AskPolicies = (
  req: GatewayRequest,
  res: ServerResponse,
  status: number | null,
  decided: (refusal: PolicyRefusal | null) => void,
) => void;

/** Returns the function that asks these policies, or `null` if there are none. */
export function askingPolicies(context: ViewContext, policies: readonly ConfiguredPolicy[]): AskPolicies | null {
  if (policies.length === 0) return null;
  return (req, res, status, decided) => askFrom(0, req, res, status, decided);

  function askFrom(first: number, ...[req, res, status, decided]: Parameters<AskPolicies>): void {
    for (let at = first; at < policies.length; at++) {
      const policy = policies[at] as ConfiguredPolicy;
      let outcome: PolicyOutcome | Promise<PolicyOutcome>;
      try {
        outcome = policy.handle(new RequestView(context, policy, req, res, status));
        if (isPromise(outcome)) {
          withTimeLimit(outcome, LONGEST_WAIT_MS, tooLate)
            .then(valid)
            .catch((error: unknown) => failed(policy, req, error))
            .then((later) => {
              if (later === undefined) askFrom(at + 1, req, res, status, decided);
              else decided(later);
            })
            .catch((error: unknown) => context.onError(error, req.call.id));
          return;
        }
        outcome = valid(outcome);
      } catch (error) {
        decided(failed(policy, req, error));
        return;
      }
      if (outcome !== undefined) {
        decided(outcome);
        return;
      }
    }
    decided(null);
  }

  function failed({ name }: ConfiguredPolicy, { call }: GatewayRequest, error: unknown): PolicyRefusal {
    context.onError(new PolicyFailed(name, error), call.id);
    return 'failed';
  }
}

function isPromise(outcome: PolicyOutcome | Promise<PolicyOutcome>): outcome is Promise<PolicyOutcome> {
  return typeof outcome === 'object' && outcome !== null && 'then' in outcome;
}

function valid(outcome: PolicyOutcome): PolicyOutcome {
  return outcome === undefined ? undefined : (policyProblemSchema.parse(outcome) as PolicyProblem);
}

function tooLate(): Error {
  return new Error(`no decision after ${LONGEST_WAIT_MS / 1_000} s`);
}
