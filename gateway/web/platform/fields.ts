import { z } from 'zod';
import { requireEmail } from '../../accounts/users/email-address.ts';
import { LONGEST_CURSOR } from '../../records/page.ts';
import { isInstant, isoTime } from '../../values/instant.ts';
import { networksOf } from '../../values/networks.ts';
import { LONGEST_TYPED_NAME, PLAIN_TEXT } from '../../values/plain-text.ts';
import type { IdPrefix } from '../../values/record-id.ts';
import { hasWebAddress } from '../../values/web-address.ts';

// The vocabulary of the platform's inputs and answers. An `error` is the name of a message, `input.<error>`.

/** An id in a path. One of another form names nothing. */
export const id = (prefix: IdPrefix) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`), { error: 'id' });

/**
 * Free text of one line that other people may read: trimmed, not empty, and without control characters and characters that
 * turn the direction of text. Every text that a user chooses comes in through this field.
 *
 * @param max most UTF-16 code units
 */
export const text = (max: number) =>
  z.string().regex(PLAIN_TEXT, { error: 'text', abort: true }).trim().min(1).max(max);

/** Name of a person, a key, an account. */
export const name = text(LONGEST_TYPED_NAME);

/** Name of a person or an account, which stands in mails to others. */
export const plainName = name.refine((text) => !hasWebAddress(text), { error: 'name_link' });

export const email = z
  .string()
  .max(254)
  .refine(isEmail, { error: 'email' })
  .transform((text) => requireEmail(text));

function isEmail(text: string): boolean {
  try {
    requireEmail(text);
    return true;
  } catch {
    return false;
  }
}

/** Looked at by the rules for passwords, which say more than a schema can. Longer ones need not be hashed to be refused. */
export const password = z.string().min(1).max(1_024);

/** The secret part of a one-time link. */
export const token = z.string().min(1).max(128);

export const role = z.enum(['admin', 'developer', 'finance']);

/** An instant from 2000 to 2100 as ISO 8601 with its offset; handlers get milliseconds since 1970. */
export const instant = z.iso
  .datetime({ offset: true, error: 'instant', abort: true })
  .refine((text) => isInstant(Date.parse(text)), { error: 'instant' })
  .transform((text) => Date.parse(text));

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

/** An address or network, IPv4 or IPv6. */
export const network = z.string().max(64).refine(isNetwork, { error: 'network' });

function isNetwork(text: string): boolean {
  try {
    networksOf([text]);
    return true;
  } catch {
    return false;
  }
}

/** A whole number in a query. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: 'not_an_integer' })
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });

/** Query of a list that is answered page by page. `next` of an answer is the `cursor` of the next page. */
export const paging = {
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().min(1).max(LONGEST_CURSOR).exactOptional(),
};
