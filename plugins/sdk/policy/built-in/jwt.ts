import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import { definePolicy } from '../define-policy.ts';

/**
 * Takes a JSON Web Token (RFC 7519) in `Authorization: Bearer` in place of a key. `keys` maps a claim to the id of the
 * key whose client, rights and limits the call gets. Any invalid token gets the 401 of a missing key.
 */
export const jwt = definePolicy({
  name: 'jwt',
  stage: 'before-auth',
  headers: ['authorization'],
  config: z
    .strictObject({
      jwks: z.url({ protocol: /^https?$/ }),
      issuer: z.string().min(1),
      audience: z.string().min(1),
      claim: z.string().default('sub'),
      keys: z.record(z.string(), z.string()),
    })
    .transform(({ jwks, keys, ...rest }) => ({
      ...rest,
      keys: new Map(Object.entries(keys)),
      keySet: createRemoteJWKSet(new URL(jwks)),
    })),
  handle(request, { issuer, audience, claim, keys, keySet }) {
    const token = /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.header('authorization') ?? '')?.[1];
    if (token === undefined) return undefined;
    const use = ({ payload }: { payload: JWTPayload }): undefined => {
      const key = keys.get(String(payload[claim]));
      if (key !== undefined) request.useKey(key);
    };
    return jwtVerify(token, keySet, { issuer, audience, requiredClaims: ['exp'] }).then(use, (error): undefined => {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
    });
  },
});
