import { z } from 'zod';
import {
  type Example,
  type FieldDescription,
  LANGUAGES,
  type Language,
  type ResultDescription,
  type Source,
} from '../../../calculators/kit/index.ts';
import { kebabCase } from './kebab-case.ts';

/** A text, or the same text in several languages; a missing language falls back to English. */
export type Text = string | (Readonly<Partial<Record<Language, string>>> & { readonly en: string });

/** An input of a remote calculator, as the list, the reference and the conformance suite need it. */
export interface InputManifest extends Omit<FieldDescription, 'description'> {
  readonly description: Text;
}

/** A result of a remote calculator, as the list shows it. */
export interface ResultManifest extends Omit<ResultDescription, 'description' | 'members'> {
  readonly description?: Text;
  readonly members?: readonly ResultManifest[];
}

/** A remote calculator, as plain data. */
export interface EndpointManifest {
  /** Path segment, kebab-case; calls are counted under it. */
  readonly name: string;
  /** Other path segments with the same answer. */
  readonly aliases?: readonly string[];
  /** Some of GET, HEAD and POST. */
  readonly methods: readonly string[];
  /** Languages that it answers in; English is one of them. */
  readonly languages: readonly Language[];
  /** Units that a successful call costs; 1 by default. */
  readonly cost?: number;
  /** Its family in the list; the name of the plugin by default. */
  readonly family?: string;
  /** The release that added it, such as `v1.0.0`, which is the default. */
  readonly since?: string;
  /** The name by default. */
  readonly title?: Text;
  /** One sentence; the title by default. */
  readonly summary?: Text;
  /** The inputs, for the list, the reference and the conformance suite. */
  readonly inputs?: readonly InputManifest[];
  /** The results, for the list. */
  readonly results?: readonly ResultManifest[];
  /** JSON Schema of the answer, for the reference. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** Cases with known results. The reference shows them and the conformance suite calls them. */
  readonly examples?: readonly Example[];
  /** What the equations were published in, for the page of the calculator. */
  readonly sources?: readonly Source[];
  /** Media types of the answers; `application/json` and `application/problem+json` by default. */
  readonly mediaTypes?: readonly string[];
  /** Whether it is a calculator of the kit, which also draws its results. No author writes this. */
  readonly hasPicture?: boolean;
  /** Longest body that it takes, in bytes; 65,536 by default. Only such bodies are retried at a second instance. */
  readonly largestBody?: number;
}

/** A text in one language. */
export function textIn(language: Language, text: Text): string {
  return typeof text === 'string' ? text : (text[language] ?? text.en);
}

/** The results of a manifest in one language. */
export function resultsIn(language: Language, results: readonly ResultManifest[]): ResultDescription[] {
  return results.map(({ description, members, ...rest }) => ({
    ...rest,
    ...(description === undefined ? {} : { description: textIn(language, description) }),
    ...(members === undefined ? {} : { members: resultsIn(language, members) }),
  }));
}

const oneText = z.string().min(1, 'must not be empty');
const IS_TEXT = 'must be a text, or texts by language with en among them';
const texts = z.partialRecord(z.enum(LANGUAGES), oneText).refine(({ en }) => en !== undefined, IS_TEXT);
/** A {@link Text}. */
export const text = z.union([oneText, texts], IS_TEXT);

const inputSchema = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be lower case with underscores'),
    type: z.enum(['number', 'integer', 'boolean', 'string', 'array']),
    required: z.boolean(),
    description: text,
    unit: z.string().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    allowed: z.array(z.string()).min(1).optional(),
    default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min <= max, 'min must not be above max');

const resultSchema = z.strictObject({
  name: z.string().min(1),
  type: z.enum(['number', 'boolean', 'string', 'object', 'array']),
  description: text.optional(),
  unit: z.string().min(1).optional(),
  decimals: z.int().min(0).max(12).optional(),
  allowed: z.array(z.string()).min(1).optional(),
  get members() {
    return z.array(resultSchema).optional();
  },
});

const exampleSchema = z.strictObject({
  input: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.number())])),
  output: z.record(z.string(), z.unknown()),
  origin: z.string(),
});

export const endpointSchema = z.strictObject({
  name: kebabCase,
  aliases: z.array(kebabCase).optional(),
  methods: z.array(z.enum(['GET', 'HEAD', 'POST'])).min(1, 'must name at least one method'),
  languages: z.array(z.enum(LANGUAGES)).refine((languages) => languages.includes('en'), 'must contain en'),
  cost: z.int().min(0).optional(),
  family: z.string().min(1).optional(),
  since: z.string().min(1).optional(),
  title: text.optional(),
  summary: text.optional(),
  inputs: z.array(inputSchema).optional(),
  results: z.array(resultSchema).optional(),
  answer: z.record(z.string(), z.unknown()).optional(),
  examples: z.array(exampleSchema).optional(),
  sources: z.array(z.strictObject({ citation: z.string().min(1), doi: z.string().min(1).optional() })).optional(),
  mediaTypes: z
    .array(
      z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/, 'must be a media type such as application/json, without parameters'),
    )
    .min(1)
    .optional(),
  largestBody: z.int().min(1).max(16_777_216).optional(),
});
