import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isInstant } from '../../values/instant.ts';
import { PLAIN_TEXT } from '../../values/plain-text.ts';

/** The deprecation of a plugin or of one route. */
export interface Deprecation {
  /** The name of the deprecated plugin. An entry has either `plugin` or `route`. */
  readonly plugin?: string | undefined;
  /** The exact path of the deprecated route. */
  readonly route?: string | undefined;
  /** Start of the deprecation, in the past or the future, in milliseconds since 1970. */
  readonly since: number;
  /** End of service, in milliseconds since 1970; `null` if it is not decided. */
  readonly sunset: number | null;
  /** The successor: a URL, or a path of this installation. */
  readonly successor: string | null;
  /** The page that explains the migration: a URL, or a path of this installation. */
  readonly information: string | null;
}

/** The file of deprecations is invalid. The message lists every mistake. */
export class DeprecationsFileUnusable extends Error {
  override readonly name = 'DeprecationsFileUnusable';
}

const DAY = 'must be a UTC date such as 2027-06-30';
const day = z.iso
  .date(DAY)
  .transform((text) => Date.parse(text))
  .refine(isInstant, DAY);

// The value goes into a header between angle brackets.
const target = z.string().regex(/^(https?:\/\/[^\s<>"]+|\/[^\s<>"]*)$/, 'must be an http address, or a path');

const plainText = z.string().regex(PLAIN_TEXT, 'has control characters');

const entry = z
  .strictObject({
    plugin: plainText.min(1).optional(),
    route: plainText.startsWith('/').optional(),
    since: day,
    sunset: day.nullable().default(null),
    successor: target.nullable().default(null),
    information: target.nullable().default(null),
  })
  .refine(({ plugin, route }) => (plugin === undefined) !== (route === undefined), 'names either a plugin or a route')
  // The sunset must not come before the deprecation (RFC 9745, section 4).
  .refine(({ since, sunset }) => sunset === null || sunset >= since, 'sunset must not be before since');

const schema = z
  .array(entry)
  .refine(
    (entries) => new Set(entries.map(({ plugin, route }) => plugin ?? route)).size === entries.length,
    'a plugin or route is listed twice',
  );

/** Reads the operator's deprecations: an empty list without a file. @throws DeprecationsFileUnusable */
export function readDeprecations(path: string | null): Deprecation[] {
  if (path === null) return [];
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.map(String).join('.') || 'file'}: ${issue.message}`).join('; ')
        : String(error);
    throw new DeprecationsFileUnusable(`${path} is not a valid file of deprecations: ${reason}`);
  }
}
