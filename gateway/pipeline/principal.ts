import type { RequestHandler } from 'express';
import type { PrincipalEntry } from './principal-entries.ts';
import { refuseCredential } from './refuse-credential.ts';
import type { Steps } from './steps.ts';

/** Under this name calls are counted that never came as far as a calculator. */
const NO_CALCULATOR = '';

/**
 * Finds out who presents the key. Unknown, revoked and expired keys get the same 401. With the records out of reach
 * known keys go on; whoever cannot be known now gets 503, which is worth trying again.
 */
export function principal(steps: Steps): RequestHandler {
  const { principals, admission, keyUses, meter, refuse } = steps;
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('principal');
    const entry = principals.lookup(call.keyHash);
    if (entry) {
      meter.principalHits += 1;
      decide(entry);
    } else {
      meter.principalMisses += 1;
      principals.fill(call.keyHash).then(decide, () => refuse(req, res, 'temporarily-unavailable', RETRY));
    }

    function decide({ principal: known, owner }: PrincipalEntry): void {
      if (known) {
        call.principal = known;
        keyUses.note(known.keyId, call.startedAt);
        next();
      } else {
        if (owner) admission.refused(owner.clientId, owner.keyId, NO_CALCULATOR, '401');
        refuseCredential(steps, req, res, next);
      }
    }
  };
}

const RETRY = { headers: ['Retry-After', '1'] };
