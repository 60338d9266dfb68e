import { z } from 'zod';
import { Secret } from './secret.ts';

/** One environment variable: how it is read, what is allowed, and what it is for. */
export interface Variable<Value = unknown> {
  readonly schema: z.ZodType<Value, string>;
  /** Text taken where the variable is not set; `null`: there is none. */
  readonly fallback: string | null;
  /** What is allowed, in a few words. */
  readonly allowed: string;
  readonly about: string;
  /** The value holds a secret: it may also come from the file that `<NAME>_FILE` names, and is never printed. */
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

/** Words separated by commas. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** An address without user and query; the slash at its end is taken off. */
export const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/)
  .refine(URL.canParse)
  .transform((text) => text.replace(/\/+$/, ''));

/** The secret that gateway and services share, and while it is exchanged the one before it. */
export const serviceSecrets = list
  .pipe(
    z
      .array(z.string().regex(/^[\x21-\x7e]{32,}$/))
      .min(1)
      .max(2),
  )
  .transform((secrets) => secrets.map((secret) => new Secret(secret)));

/** How such a value is written. */
export const SERVICE_SECRETS_ALLOWED =
  'at least 32 visible ASCII characters without a comma; while it is exchanged two of them, separated by a comma';
