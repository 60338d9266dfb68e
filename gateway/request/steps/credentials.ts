import type { ServerResponse } from 'node:http';
import { hashKey, parseKey } from '../../accounts/keys/key-format.ts';
import type { GatewayRequest } from '../call/gateway-request.ts';
import { takeKey } from '../call/take-key.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import type { Next, Step } from '../pipeline/step.ts';
import { RecentKeys } from '../principal/recent-keys.ts';
import { TRY_AGAIN } from '../respond/respond.ts';
import { refuseCredential } from './refuse-credential.ts';

/**
 * Takes exactly one well-formed credential: an API key, or the headers of a marketplace. A missing, repeated or
 * malformed credential gets the same 401, so a caller cannot learn which it was. Later steps see only the SHA-256 of the
 * key. The checksum of a key in the cache is right, so only those of others are compared.
 */
export function credentials(
  context: Pick<
    PipelineContext,
    'refuse' | 'throttle' | 'meter' | 'marketplaces' | 'principals' | 'fairShare' | 'left' | 'keyHashOf'
  >,
): Step {
  const recentKeys = new RecentKeys();
  return (req, res, next) => {
    const { call } = req;
    call.timer?.enter('credentials');
    const { marketplace } = call.headers;
    const key = takeKey(call);
    if (marketplace !== null) {
      call.headers.marketplace = null;
      const consumer = key === undefined ? context.marketplaces.present(marketplace) : null;
      if (consumer === null) {
        refuseCredential(context, req, res, next);
        return;
      }
      call.consumer = consumer;
      call.keyHash = consumer.keyHash;
      next();
      return;
    }
    if (call.usedKeyId !== null && key === undefined) {
      useKey(context, req, res, next, call.usedKeyId);
      return;
    }
    if (key === undefined || key === null || call.usedKeyId !== null) {
      refuseCredential(context, req, res, next);
      return;
    }
    const recent = recentKeys.hashOf(key);
    const keyHash = recent ?? hashKey(key);
    call.known = context.principals.lookup(keyHash);
    if (call.known === undefined && parseKey(key) === null) {
      refuseCredential(context, req, res, next);
      return;
    }
    if (recent === undefined && call.known?.principal) recentKeys.keep(key, keyHash);
    call.keyHash = keyHash;
    next();
  };
}

/** Lets the call use the key that a policy has chosen. */
function useKey(
  context: Parameters<typeof credentials>[0],
  req: GatewayRequest,
  res: ServerResponse,
  next: Next,
  keyId: string,
): void {
  context.keyHashOf(keyId).then(
    (keyHash) => {
      if (keyHash === null) {
        refuseCredential(context, req, res, next);
        return;
      }
      req.call.keyHash = keyHash;
      next();
    },
    () => context.refuse(req, res, 'temporarily-unavailable', TRY_AGAIN),
  );
}
