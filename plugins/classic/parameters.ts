import { readNumber } from '../../calculators/kit/numbers.ts';
import type { InputManifest } from '../sdk/index.ts';
import { Mistakes } from './mistakes.ts';

/** A parameter of a classic endpoint: how its text or JSON value is read, and how it is documented. */
export interface Parameter<Value> {
  readonly required: boolean;
  readonly manifest: Omit<InputManifest, 'name' | 'required'>;
  /** @throws Mistakes */
  read(raw: unknown, name: string): Value;
  /** The value if the parameter is missing. */
  readonly fallback: Value;
}

/** The parameters of an endpoint by name. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that were read. */
export type Values<P extends Parameters> = { readonly [Name in keyof P]: ReturnType<P[Name]['read']> };

/** A number. Like the older service it takes a JSON number or a text; its bounds are the calculator's in v1. */
export function number(description: string, unit?: string): Parameter<number> {
  return {
    required: true,
    manifest: { type: 'number', description, ...(unit === undefined ? {} : { unit }) },
    fallback: Number.NaN,
    read(raw, name) {
      const value = typeof raw === 'string' ? readNumber(raw.trim()) : raw;
      if (typeof value !== 'number' || !Number.isFinite(value)) throw new Mistakes([`${name} must be a number.`]);
      return value;
    },
  };
}

/** A whole number. */
export function integer(description: string, unit?: string): Parameter<number> {
  const base = number(description, unit);
  return {
    ...base,
    manifest: { ...base.manifest, type: 'integer' },
    read(raw, name) {
      const value = base.read(raw, name);
      if (!Number.isSafeInteger(value)) throw new Mistakes([`${name} must be a whole number.`]);
      return value;
    },
  };
}

/** A number within bounds, for a quantity that no v1 calculator bounds. */
export function between(min: number, max: number, description: string, unit: string): Parameter<number> {
  const base = number(description, unit);
  return {
    ...base,
    manifest: { ...base.manifest, min, max },
    read(raw, name) {
      const value = base.read(raw, name);
      if (value < min || value > max) throw new Mistakes([`${name} must be from ${min} to ${max} ${unit}.`]);
      return value;
    },
  };
}

/** One of several words, in upper or lower case. */
export function choice<const Words extends readonly string[]>(
  description: string,
  words: Words,
  synonyms: Readonly<Record<string, Words[number]>> = {},
): Parameter<Words[number]> {
  return {
    required: true,
    manifest: { type: 'string', description, allowed: words },
    fallback: words[0] ?? '',
    read(raw, name) {
      const text = typeof raw === 'string' ? raw.trim().toLowerCase() : '';
      const word = words.find((one) => one === text) ?? (Object.hasOwn(synonyms, text) ? synonyms[text] : undefined);
      if (word === undefined) throw new Mistakes([`${name} must be one of: ${words.join(', ')}.`]);
      return word;
    },
  };
}

/** A choice whose first word is the default. */
export function choiceOrFirst<const Words extends readonly string[]>(
  description: string,
  words: Words,
  synonyms: Readonly<Record<string, Words[number]>> = {},
): Parameter<Words[number]> {
  const base = choice(description, words, synonyms);
  const [first = ''] = words;
  return { ...base, required: false, manifest: { ...base.manifest, default: first } };
}

/** Any text. */
export function text(description: string): Parameter<string> {
  return {
    required: true,
    manifest: { type: 'string', description },
    fallback: '',
    read(raw, name) {
      if (typeof raw !== 'string' || raw.trim() === '') throw new Mistakes([`${name} must be a text.`]);
      return raw.trim().slice(0, 200);
    },
  };
}

/** A parameter that may be left out. */
export function optional<Value>({ read, manifest }: Parameter<Value>): Parameter<Value | undefined> {
  return { read, manifest, required: false, fallback: undefined };
}

/**
 * Reads the parameters of a call. Like the older service, it ignores unknown ones. An empty value counts as missing.
 *
 * @throws Mistakes with every mistake
 */
export function readParameters<P extends Parameters>(parameters: P, raw: ReadonlyMap<string, unknown>): Values<P> {
  const sentences: string[] = [];
  const values = Object.entries(parameters).map(([name, parameter]) => {
    const given = raw.get(name);
    if (given === undefined || given === null || given === '') {
      if (parameter.required) sentences.push(`${name} is required.`);
      return [name, parameter.fallback];
    }
    try {
      return [name, parameter.read(given, name)];
    } catch (error) {
      if (!(error instanceof Mistakes)) throw error;
      sentences.push(...error.sentences);
      return [name, parameter.fallback];
    }
  });
  if (sentences.length > 0) throw new Mistakes(sentences);
  // Each value was read by the parameter of the same name.
  return Object.fromEntries(values) as Values<P>;
}
