import type { RequestHandler } from 'express';
import { hashKey, parseKey } from '../accounts/keys/key-format.ts';
import { MCP_PATH } from '../plugins/mcp-endpoint.ts';
import { refuseCredential } from './refuse-credential.ts';
import type { Steps } from './steps.ts';

/**
 * Exactly one credential, well formed: `X-API-Key`, `?apikey=`, at `/mcp` also `Authorization: Bearer`, or what a
 * marketplace sends. None, several or garbage are the same 401, so that nobody learns which it was; the checksum in the
 * key refuses garbage before any look-up. From here on the key itself is gone and only its SHA-256 is left.
 */
export function credentials(
  steps: Pick<Steps, 'refuse' | 'throttle' | 'meter' | 'marketplaces' | 'fairShare' | 'left'>,
): RequestHandler {
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('credentials');
    const { apiKey, apiKeyRepeated, marketplace } = call.headers;
    const { queryKeys } = call;
    const authorization = call.path === MCP_PATH ? call.headers.authorization : undefined;
    const given = (apiKey === undefined ? 0 : 1) + (authorization === undefined ? 0 : 1) + queryKeys.length;
    const key = apiKey ?? queryKeys[0] ?? bearerToken(authorization);
    call.headers.apiKey = undefined;
    call.headers.authorization = undefined;
    if (marketplace !== null) {
      call.headers.marketplace = null;
      const consumer = given === 0 ? steps.marketplaces.present(marketplace) : null;
      if (consumer === null) {
        refuseCredential(steps, req, res, next);
        return;
      }
      call.consumer = consumer;
      call.keyHash = consumer.keyHash;
      next();
      return;
    }
    if (given !== 1 || apiKeyRepeated || key === undefined || parseKey(key) === null) {
      refuseCredential(steps, req, res, next);
      return;
    }
    call.keyHash = hashKey(key);
    next();
  };
}

/** The token of `Authorization: Bearer` (RFC 6750); a scheme is the same in capitals and small letters (RFC 9110, section 11.1). */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
