import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isInstant } from '../../values/instant.ts';
import { PLAIN_TEXT } from '../../values/plain-text.ts';

/** That a plugin or one route is on its way out. */
export interface Deprecation {
  /** What it is about: a plugin by its name, or one exact path. */
  readonly plugin?: string | undefined;
  readonly route?: string | undefined;
  /** Since when it is, or from when on it will be, deprecated; milliseconds since 1970. */
  readonly since: number;
  /** When it ceases to answer; `null` where that is not known. */
  readonly sunset: number | null;
  /** What takes its place: an address, or a path of this installation. */
  readonly successor: string | null;
  /** Where people read what to do: an address, or a path of this installation. */
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

// It goes into a header between angle brackets.
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
  // RFC 9745, section 4: what ceases to answer has been deprecated before.
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
