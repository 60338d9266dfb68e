import { z } from 'zod';
import { Secret } from './secret.ts';
import { words } from './words.ts';

/** One environment variable: how it is read, its allowed values, and its purpose. */
export interface Variable<Value = unknown> {
  readonly schema: z.ZodType<Value, string>;
  /** Default text of an unset variable; `null` if it has no default. */
  readonly fallback: string | null;
  /** The allowed values, in a few words. */
  readonly allowed: string;
  readonly about: string;
  /** The value is a secret: it may also come from the file named by `<NAME>_FILE`, and is never printed. */
  readonly secret?: boolean;
  /** The variable's earlier name, which is still read. `renamedVariables` tells the operator. */
  readonly formerly?: string;
}

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));

export const list = z.string().transform(words);

/** An address without user and query; trailing slashes are removed. */
export const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/)
  .refine(URL.canParse)
  .transform((text) => text.replace(/\/+$/, ''));

/** The secret that gateway and services share; during a rotation also the previous one. */
export const serviceSecrets = list
  .pipe(
    z
      .array(z.string().regex(/^[\x21-\x7e]{32,}$/))
      .min(1)
      .max(2),
  )
  .transform((secrets) => secrets.map((secret) => new Secret(secret)));

/** The form of a service secret, for messages and documents. */
export const SERVICE_SECRETS_ALLOWED =
  'at least 32 visible ASCII characters without a comma; two of them, separated by a comma, during rotation';
