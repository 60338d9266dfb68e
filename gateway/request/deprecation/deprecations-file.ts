import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isInstant } from '../../values/instant.ts';
import { PLAIN_TEXT } from '../../values/plain-text.ts';

/** The deprecation of a plugin or of one route. */
export interface Deprecation {
  /** The name of the deprecated plugin. Either `plugin` or `route` is there. */
  readonly plugin?: string | undefined;
  /** The exact path of the deprecated route. */
  readonly route?: string | undefined;
  /** When the deprecation begins, in the past or the future; milliseconds since 1970. */
  readonly since: number;
  /** When it stops to answer, in milliseconds since 1970; `null` if that is not decided. */
  readonly sunset: number | null;
  /** Its successor: an address, or a path of this installation. */
  readonly successor: string | null;
  /** The page that tells people what to do: an address, or a path of this installation. */
  readonly information: string | null;
}

/** A file of deprecations that cannot be used. The message names every mistake in it. */
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
    'a plugin or route stands twice',
  );

/** Reads the operator's deprecations; without a file there are none. @throws DeprecationsFileUnusable */
export function readDeprecations(path: string | null): Deprecation[] {
  if (path === null) return [];
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.map(String).join('.') || 'file'}: ${issue.message}`).join('; ')
        : String(error);
    throw new DeprecationsFileUnusable(`${path} is not a file of deprecations: ${reason}`);
  }
}
