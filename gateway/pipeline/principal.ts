import type { RequestHandler } from 'express';
import { type PresentedConsumer, planOf } from '../marketplace/marketplaces.ts';
import type { PrincipalEntry } from './principal-entries.ts';
import { refuseCredential } from './refuse-credential.ts';
import type { Steps } from './steps.ts';

/**
 * Finds out who presents the key. Unknown, revoked and expired keys get the same 401. With the records out of reach
 * known keys go on; whoever cannot be known now gets 503, which is worth trying again.
 */
export function principal(steps: Steps): RequestHandler {
  const { principals, admission, keyUses, meter, refuse } = steps;
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('principal');
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

    /** What a marketplace vouches for need not be registered: the records are made to say it, and asked again. */
    function decideVouched(entry: PrincipalEntry): void {
      const { consumer } = call;
      if (consumer === null || !isNews(consumer, entry)) {
        decide(entry);
        return;
      }
      steps.admitConsumer(consumer).then((admitted) => {
        if (admitted) principals.fill(call.keyHash).then(decide, unavailable);
        else refuseCredential(steps, req, res, next);
      }, unavailable);
    }

    function unavailable(): void {
      refuse(req, res, 'temporarily-unavailable', RETRY);
    }

    function decide({ principal: known, owner }: PrincipalEntry): void {
      if (known) {
        call.principal = known;
        keyUses.note(known.keyId, call.startedAt);
        next();
      } else {
        if (owner) admission.refused(owner.clientId, owner.keyId, '401');
        refuseCredential(steps, req, res, next);
      }
    }
  };
}

/** Whether a marketplace vouches for a consumer or a subscription that the records do not know. A revoked key is no news. */
function isNews({ marketplace, vouched }: PresentedConsumer, { principal, owner }: PrincipalEntry): boolean {
  if (vouched === null) return false;
  if (principal === null) return owner === null;
  return (
    principal.subscription !== vouched.subscription || principal.plan !== planOf(marketplace, vouched.subscription)
  );
}

const RETRY = { headers: ['Retry-After', '1'] };
