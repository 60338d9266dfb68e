import { z } from 'zod';
import { LANGUAGES } from '../../../calculators/kit/index.ts';
import { requireEmail } from '../../accounts/users/email-address.ts';
import { LONGEST_CURSOR } from '../../records/page.ts';
import { isInstant, isoTime } from '../../values/instant.ts';
import { networksOf } from '../../values/networks.ts';
import { LONGEST_TYPED_NAME, PLAIN_TEXT } from '../../values/plain-text.ts';
import type { IdPrefix } from '../../values/record-id.ts';
import { hasWebAddress } from '../../values/web-address.ts';

// Schemas shared by the platform's inputs and answers. An `error` names the message `input.<error>`.

/** An id with a prefix, for example in a path. */
export const id = (prefix: IdPrefix) => z.string().regex(new RegExp(`^${prefix}_[0-9A-Za-z]{22}$`), { error: 'id' });

/**
 * A single line of free text that other people may read. It is trimmed and not empty, and contains no control
 * characters and no characters that change the direction of text. Every text that a user chooses passes through this
 * field.
 *
 * @param max maximum number of UTF-16 code units
 */
export const text = (max: number) =>
  z.string().regex(PLAIN_TEXT, { error: 'text', abort: true }).trim().min(1).max(max);

/** Name of a person, a key or an account. */
export const name = text(LONGEST_TYPED_NAME);

/** Name of a person or an account that appears in mails to others. */
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

/** A password. `passwordFault` checks the rules; the limit here refuses a very long password before it is hashed. */
export const password = z.string().min(1).max(1_024);

/** The secret part of a one-time link. */
export const token = z.string().min(1).max(128);

/** One of the languages of mails and pages. */
export const languageTag = z.enum(LANGUAGES);

export const role = z.enum(['admin', 'developer', 'finance']);

/** An instant from 2000 to 2100 in ISO 8601 with its offset. Handlers get milliseconds since 1970. */
export const instant = z.iso
  .datetime({ offset: true, error: 'instant', abort: true })
  .refine((text) => isInstant(Date.parse(text)), { error: 'instant' })
  .transform((text) => Date.parse(text));

export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

/** An IPv4 or IPv6 address or network. */
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

/** Query of a list with pages. `next` of an answer is the `cursor` of the next page. */
export const paging = {
  limit: wholeNumber(1, 200).default(50),
  cursor: z.string().min(1).max(LONGEST_CURSOR).exactOptional(),
};
