import { hashKey, mayBeKey, parseKey } from '../../accounts/keys/key-format.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';
import type { Call } from './call.ts';

/**
 * Takes the API key out of a call: from `X-API-Key`, `?apikey=` or, at `/mcp`, `Authorization: Bearer`.
 *
 * @returns a single text that may be a key, whose checksum is yet to be compared; `null` for several keys or another
 *   text; `undefined` without a key
 */
export function takeKey(call: Call): string | null | undefined {
  const { headers, queryKeys } = call;
  const { apiKey, apiKeyRepeated } = headers;
  const authorization = call.path === MCP_PATH ? headers.authorization : undefined;
  const given = (apiKey === undefined ? 0 : 1) + (authorization === undefined ? 0 : 1) + queryKeys.length;
  headers.apiKey = undefined;
  headers.authorization = undefined;
  if (given === 0) return undefined;
  const key = apiKey ?? queryKeys[0] ?? bearerToken(authorization);
  return given === 1 && !apiKeyRepeated && key !== undefined && mayBeKey(key) ? key : null;
}

/**
 * Takes the API key out of a call. The checksum in the key rejects garbage before any look-up.
 *
 * @returns the SHA-256 of a single well-formed key; `null` for several keys or a malformed key; `undefined` without a
 *   key
 */
export function takeKeyHash(call: Call): string | null | undefined {
  const key = takeKey(call);
  if (key === undefined || key === null) return key;
  return parseKey(key) === null ? null : hashKey(key);
}

/** The token of `Authorization: Bearer` (RFC 6750). The scheme is case-insensitive (RFC 9110, section 11.1). */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}
