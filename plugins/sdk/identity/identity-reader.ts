import type { IncomingMessage } from 'node:http';
import { IDENTITY_HEADERS, type Identity, identityVerifier, type VerifierOptions } from './signature.ts';

const [CLIENT, REQUEST_ID, LANGUAGE, AUTHENTICATED, TIME, SIGNATURE] = [
  IDENTITY_HEADERS.client,
  IDENTITY_HEADERS.requestId,
  IDENTITY_HEADERS.language,
  IDENTITY_HEADERS.authenticated,
  IDENTITY_HEADERS.time,
  IDENTITY_HEADERS.signature,
].map((name) => name.toLowerCase()) as [string, string, string, string, string, string];

/**
 * Prepares the verification of calls to a plugin's own service.
 *
 * @returns a function that gives the identity of the caller, vouched for by the gateway; `null` for a call that the
 * gateway did not make: refuse it (401), or answer it with `authenticated: false`
 * @example
 * const identityOf = identityReader({ secrets: [process.env.SERVICE_SECRET], plugin: 'acme' });
 * createServer((req, res) => {
 *   const identity = identityOf(req);
 *   if (identity === null) return res.writeHead(401).end();
 *   // ...
 * });
 */
export function identityReader({
  secrets,
  plugin,
  now = Date.now,
}: Omit<VerifierOptions, 'now'> & { readonly now?: () => number }): (req: IncomingMessage) => Identity | null {
  const verifier = identityVerifier({ secrets, plugin, now });
  return ({ method = '', url = '', headers }) => {
    const verification = verifier.verify({
      method,
      target: url,
      client: single(headers[CLIENT]),
      requestId: single(headers[REQUEST_ID]),
      language: single(headers[LANGUAGE]),
      authenticated: single(headers[AUTHENTICATED]),
      time: single(headers[TIME]),
      signature: single(headers[SIGNATURE]),
    });
    return verification.outcome === 'verified' ? verification.identity : null;
  };
}

/** Node joins the values of a repeated header with commas; the signature of the result is then wrong. */
function single(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
