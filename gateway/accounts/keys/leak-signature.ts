import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

/** Public keys of the services that report leaked keys, by the key identifier in the report. */
export type ReporterKeys = ReadonlyMap<string, KeyObject>;

/** The format in which GitHub publishes its secret scanning keys: the response can be saved to a file unchanged. */
const keysFile = z.object({
  public_keys: z
    .array(
      z.object({ key_identifier: z.string().min(1), key: z.string().transform((pem, context) => p256(pem, context)) }),
    )
    .nonempty(),
});

/**
 * Reads a file of public keys: `{ "public_keys": [{ "key_identifier": "...", "key": "-----BEGIN PUBLIC KEY----- ..." }]
 * }`. Each key is an elliptic curve key on P-256.
 *
 * @throws ZodError or SyntaxError with every mistake
 */
export function reporterKeysOf(text: string): ReporterKeys {
  return new Map(keysFile.parse(JSON.parse(text)).public_keys.map(({ key_identifier, key }) => [key_identifier, key]));
}

function p256(pem: string, context: z.RefinementCtx): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch {
    // Reported below, like a key of another type.
  }
  context.addIssue({ code: 'custom', message: 'not a public key on the curve P-256 in PEM' });
  return z.NEVER;
}

/** Whether the key with this identifier signed the body: ECDSA over SHA-256, with the signature in DER and base64. */
export function isSigned(keys: ReporterKeys, identifier: string, signature: string, body: Uint8Array): boolean {
  const key = keys.get(identifier);
  if (key === undefined) return false;
  return verify('sha256', body, { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'));
}
