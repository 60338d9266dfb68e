import type { Once, Outcome } from '../../quota/contract.ts';
import { MOST_KEYS } from '../../quota/model/holds.ts';
import type { Call } from '../../request/call/call.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { type GatewayProblem, TRY_AGAIN } from '../../request/respond/respond.ts';

/**
 * The idempotency key of a request whose body is known; `null` without one. The same request has the same path, query
 * and body; languages are negotiated anew.
 */
export function onceOf(
  { idempotency }: Pick<PipelineContext, 'idempotency'>,
  call: Call,
  body: Uint8Array,
): Once | null {
  const { idempotencyKey: key, path, query } = call;
  if (key === null) return null;
  return { key, print: idempotency.print(`${path}\n${JSON.stringify(query)}`, body), place: 0 };
}

/** The problem of a call that its idempotency key refuses; `null` for any other outcome. */
export function refusedByKey(outcome: Outcome): GatewayProblem | null {
  switch (outcome) {
    case 'reused':
      return { code: 'idempotency-key-reused', refusal: {} };
    case 'running':
      return { code: 'idempotency-key-in-use', refusal: TRY_AGAIN };
    case 'answered':
      return { code: 'idempotency-key-in-use', refusal: { detail: 'detail_answered' } };
    case 'keys':
      return { code: 'too-many-idempotency-keys', refusal: { values: { max: MOST_KEYS } } };
    default:
      return null;
  }
}
