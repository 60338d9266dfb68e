import type { RequestHandler } from 'express';
import type { PrincipalEntry } from './principal-entries.ts';
import type { Steps } from './steps.ts';

/** Under this name calls are counted that never came as far as a calculator. */
const NO_CALCULATOR = '';

/**
 * Finds out who presents the key. Unknown, revoked and expired keys get the same 401. With the records out of reach
 * known keys go on; whoever cannot be known now gets 503, which is worth trying again.
 */
export function principal({ principals, admission, keyUses, refuse }: Steps): RequestHandler {
  return (req, res, next) => {
    const { call } = req;
    const entry = principals.lookup(call.keyHash);
    if (entry) decide(entry);
    else principals.fill(call.keyHash).then(decide, () => refuse(req, res, 'temporarily-unavailable', RETRY));

    function decide({ principal: known, owner }: PrincipalEntry): void {
      if (known) {
        call.principal = known;
        keyUses.note(known.keyId, call.startedAt);
        next();
      } else {
        if (owner) admission.refused(owner.clientId, owner.keyId, NO_CALCULATOR, '401');
        refuse(req, res, 'invalid-credential');
      }
    }
  };
}

const RETRY = { headers: ['Retry-After', '1'] };
