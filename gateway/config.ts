import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { VARIABLES, type Variable } from './variables.ts';

type Table = typeof VARIABLES;
type Name = keyof Table;

/** What the environment says, by variable name; `null` where a variable without default is not set. */
type Values = {
  readonly [N in Name]: Table[N]['fallback'] extends string
    ? z.output<Table[N]['schema']>
    : z.output<Table[N]['schema']> | null;
};

/** The configuration of one process: read once, frozen. */
export type Config = Values;

/** Every mistake in the environment, one a line: the variable, what it got, what is allowed. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['The configuration is not usable:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.mistakes = mistakes;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration. An empty variable counts as not set.
 *
 * @throws ConfigurationError with all mistakes at once; secrets are not in its message
 */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const text = rawText(environment, name, variable, mistakes) ?? variable.fallback;
    if (text === null) {
      values[name] = null;
      continue;
    }
    const parsed = variable.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else {
      const got = variable.secret ? 'a secret that is not shown' : JSON.stringify(text);
      mistakes.push(`${name}: got ${got}; allowed: ${variable.allowed}`);
    }
  }
  if (mistakes.length > 0) throw new ConfigurationError(mistakes);
  // The loop above has put a value of its schema's type under every name of the table.
  const config = Object.freeze(values as Values);
  const contradictions = storesTooFew(config);
  if (contradictions.length > 0) throw new ConfigurationError(contradictions);
  return config;
}

/**
 * More than one process needs stores that all of them see. Counters in a file beside records that several machines share
 * would give every machine a quota of its own, so PostgreSQL alone is refused; Redis alone serves one gateway.
 */
function storesTooFew({ DATABASE_URL, REDIS_URL, WORKERS }: Config): string[] {
  const missing = Object.entries({ DATABASE_URL, REDIS_URL }).flatMap(([name, url]) => (url === null ? [name] : []));
  return [
    ...(DATABASE_URL !== null && REDIS_URL === null
      ? ['DATABASE_URL: set without REDIS_URL; allowed: both of them, or REDIS_URL alone']
      : []),
    ...(WORKERS > 1 && missing.length > 0
      ? [`WORKERS: got ${WORKERS} without ${missing.join(' and ')}; allowed: 1, or DATABASE_URL and REDIS_URL set`]
      : []),
  ];
}

function rawText(environment: Environment, name: string, variable: Variable, mistakes: string[]): string | undefined {
  const direct = environment[name] || undefined;
  const file = variable.secret ? environment[`${name}_FILE`] || undefined : undefined;
  if (file === undefined) return direct;
  if (direct !== undefined) {
    mistakes.push(`${name}: set both directly and by ${name}_FILE; allowed: one of the two`);
    return undefined;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mistakes.push(`${name}_FILE: got ${JSON.stringify(file)}; allowed: a file that can be read`);
    return undefined;
  }
}

/** The process environment, with the lines of `.env` for what it does not set. */
export function environmentWithFile(environment: Environment, file: string): Environment {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return environment;
  }
  return { ...parseEnv(text), ...environment };
}
