import { type PresentedConsumer, planOf } from '../../marketplace/marketplaces.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Step } from '../pipeline/step.ts';
import type { PrincipalEntry } from '../principal/principal-entries.ts';
import { TRY_AGAIN } from '../respond/respond.ts';
import { refuseCredential } from './refuse-credential.ts';

/**
 * Finds the principal of the key. Unknown, revoked and expired keys get the same 401. While the records are
 * unreachable, cached keys still work, and any other key gets a 503, which is worth a retry.
 */
export function principal(context: PipelineContext): Step {
  const { principals, admission, keyUses, meter, refuse } = context;
  return (req, res, next) => {
    const { call } = req;
    call.timer?.enter('principal');
    const vouched = call.consumer?.vouched ?? null;
    const entry = principals.lookup(call.keyHash);
    if (entry) {
      meter.principalHits += 1;
      if (vouched === null) decide(entry);
      else decideVouched(entry);
    } else {
      meter.principalMisses += 1;
      principals.fill(call.keyHash).then(vouched === null ? decide : decideVouched, unavailable);
    }

    /** A consumer that a marketplace vouches for may be new or changed: it is then recorded and looked up again. */
    function decideVouched(entry: PrincipalEntry): void {
      const { consumer } = call;
      if (consumer === null || !isNews(consumer, entry)) {
        decide(entry);
        return;
      }
      context.admitConsumer(consumer).then((admitted) => {
        if (admitted) principals.fill(call.keyHash).then(decide, unavailable);
        else refuseCredential(context, req, res, next);
      }, unavailable);
    }

    function unavailable(): void {
      refuse(req, res, 'temporarily-unavailable', TRY_AGAIN);
    }

    function decide({ principal: known, owner }: PrincipalEntry): void {
      if (known) {
        call.principal = known;
        keyUses.note(known.keyId, call.startedAt);
        next();
      } else {
        if (owner) admission.recordUncharged(owner.clientId, owner.keyId, '401');
        refuseCredential(context, req, res, next);
      }
    }
  };
}

/**
 * Whether a marketplace vouches for a consumer or subscription that is not in the records. A revoked key is in them.
 */
function isNews({ marketplace, vouched }: PresentedConsumer, { principal, owner }: PrincipalEntry): boolean {
  if (vouched === null) return false;
  if (principal === null) return owner === null;
  return (
    principal.subscription !== vouched.subscription || principal.plan !== planOf(marketplace, vouched.subscription)
  );
}
