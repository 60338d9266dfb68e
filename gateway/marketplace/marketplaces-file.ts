import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { PLAIN_TEXT } from '../values/plain-text.ts';
import { DEFAULT_NAMES, HEADER_ROLES, type HeaderNames, type HeaderRole } from './header-names.ts';

/** A marketplace from the operator's file. */
export interface Marketplace {
  /** Identifies the marketplace's consumers in the records. */
  readonly name: string;
  /** The marketplace's website. */
  readonly url: string;
  /** Host names under which it offers the API: the only accepted values of its host header. */
  readonly hosts: readonly string[];
  /** `key`: consumers send their key. `proxy`: the marketplace hides the key and names the caller. */
  readonly mode: 'key' | 'proxy';
  readonly headers: HeaderNames;
  /**
   * Proves, in proxy mode, that a call comes from the marketplace. Without a secret the mode is off; two are valid
   * during a rotation.
   */
  readonly secrets: readonly string[];
  /** Our plan for each subscription. */
  readonly plans: Readonly<Record<string, string>>;
  /** The plan for all other subscriptions; `null` refuses them. */
  readonly defaultPlan: string | null;
  /** Maximum number of consumers. */
  readonly mostConsumers: number;
  /** The account whose admins manage its subscriptions over the platform API; `null`: only the command line can. */
  readonly owner: string | null;
}

/** The marketplaces file is unusable. The message names every mistake in it, and no secret. */
export class MarketplacesFileUnusable extends Error {
  override readonly name = 'MarketplacesFileUnusable';
}

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;
const HEADER = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;

/** Headers with another meaning: as a marketplace header they would be read twice, or be forwarded. */
const TAKEN =
  /^(x-api-key|host|cookie|authorization|accept(-.+)?|content-.+|connection|upgrade|traceparent|expect|te|trailer|transfer-encoding|keep-alive|via|forwarded|x-forwarded-.+|x-gateway-.+|x-request-id|x-csrf-token)$/i;

const headerName = z
  .string()
  .regex(HEADER, 'must be the name of a header')
  .refine((name) => !TAKEN.test(name), 'already has another meaning')
  .transform((name) => name.toLowerCase());

const planName = z.string().min(1).max(40).regex(PLAIN_TEXT, 'has control characters');

const schema = z.array(
  z.strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be lower case with hyphens, at most 40 characters'),
    url: z.url({ protocol: /^https?$/ }),
    hosts: z.array(z.string().regex(HOST, 'must be a host name in lower case, without port and scheme')).min(1),
    mode: z.enum(['key', 'proxy']),
    headers: z
      .strictObject(Object.fromEntries(HEADER_ROLES.map((role) => [role, headerName.optional()])) as HeaderShape)
      .prefault({})
      .transform((given): HeaderNames => ({ ...DEFAULT_NAMES, ...withoutAbsent(given) }))
      .refine((names) => new Set(Object.values(names)).size === HEADER_ROLES.length, 'two of them have the same name'),
    secrets: z
      .array(z.string().regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 visible ASCII characters'))
      .max(2, 'must be at most two, while one is rotated')
      .default([]),
    plans: z.record(z.string().min(1).max(100).regex(PLAIN_TEXT, 'has control characters'), planName).default({}),
    defaultPlan: planName.nullable().default(null),
    mostConsumers: z.int().min(1).max(10_000_000).default(100_000),
    owner: z.string().min(1).max(64).regex(PLAIN_TEXT, 'has control characters').nullable().default(null),
  }),
);

type HeaderShape = Record<HeaderRole, z.ZodOptional<typeof headerName>>;

function withoutAbsent(names: Readonly<Partial<Record<HeaderRole, string | undefined>>>) {
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
}

/** Reads the operator's marketplaces; none without a file. @throws MarketplacesFileUnusable */
export function readMarketplaces(path: string | null): Marketplace[] {
  if (path === null) return [];
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unusable(path, [error instanceof Error ? error.message : String(error)]);
  }
  return marketplacesOf(path, text);
}

/** Parses the text of a marketplaces file. @throws MarketplacesFileUnusable */
export function marketplacesOf(path: string, text: string): Marketplace[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's message would quote the text, which contains secrets.
    throw unusable(path, ['it is not JSON']);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    throw unusable(
      path,
      parsed.error.issues.map((issue) => `${issue.path.map(String).join('.') || 'file'}: ${issue.message}`),
    );
  }
  const mistakes = contradictions(parsed.data);
  if (mistakes.length > 0) throw unusable(path, mistakes);
  return parsed.data;
}

function contradictions(marketplaces: readonly Marketplace[]): string[] {
  const twice = (what: string, values: readonly string[]) =>
    [...new Set(values.filter((value, at) => values.indexOf(value) !== at))].map((value) => `${what}: ${value} twice`);
  const secrets = marketplaces.flatMap((one) => one.secrets);
  const roles = marketplaces.flatMap(({ headers }) => HEADER_ROLES.map((role) => [headers[role], role] as const));
  const ambiguous = roles.filter(([name, role]) => roles.some(([other, meant]) => other === name && meant !== role));
  return [
    ...twice(
      'name',
      marketplaces.map(({ name }) => name),
    ),
    ...twice(
      'hosts',
      marketplaces.flatMap(({ hosts }) => hosts),
    ),
    ...(new Set(secrets).size < secrets.length ? ['secrets: the same secret twice'] : []),
    ...[...new Set(ambiguous.map(([name]) => name))].map((name) => `headers: ${name} has two meanings`),
    ...marketplaces.flatMap(({ name, mode, secrets, plans, defaultPlan }) => [
      ...(mode === 'key' && secrets.length > 0 ? [`${name}: secrets are for mode proxy`] : []),
      ...(Object.keys(plans).length === 0 && defaultPlan === null ? [`${name}: neither plans nor defaultPlan`] : []),
    ]),
  ];
}

function unusable(path: string, mistakes: readonly string[]): MarketplacesFileUnusable {
  return new MarketplacesFileUnusable(`${path} is not a file of marketplaces: ${mistakes.join('; ')}`);
}
