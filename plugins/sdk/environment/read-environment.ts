import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import type { Variable } from './variable.ts';

/** The variables that a process reads, by name. */
type VariableTable = Readonly<Record<string, Variable>>;

/** The values of the environment, by variable name; `null` for an unset variable without default. */
export type Values<Table extends VariableTable> = {
  readonly [Name in keyof Table]: Table[Name]['fallback'] extends string
    ? z.output<Table[Name]['schema']>
    : z.output<Table[Name]['schema']> | null;
};

/** Every mistake in the environment, one per line: the variable, its value, the allowed values. */
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
 * Reads the variables of a table. An empty variable counts as not set.
 *
 * @throws ConfigurationError with all mistakes at once; its message never shows a secret
 */
export function readEnvironment<const Table extends VariableTable>(
  table: Table,
  environment: Environment,
): Values<Table> {
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(table)) {
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
  // The loop above has stored, under every name of the table, a value of the type of its schema.
  return Object.freeze(values as Values<Table>);
}

function rawText(environment: Environment, name: string, variable: Variable, mistakes: string[]): string | undefined {
  const earlier = earlierValue(environment, name, variable, mistakes);
  const direct = environment[name] || earlier;
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

function earlierValue(
  environment: Environment,
  name: string,
  { formerly }: Variable,
  mistakes: string[],
): string | undefined {
  const value = formerly === undefined ? undefined : environment[formerly] || undefined;
  if (value !== undefined && environment[name])
    mistakes.push(`${name}: set beside ${formerly}, its earlier name; allowed: ${name} alone`);
  return value;
}

/** Earlier names of variables that an environment still uses, each in a sentence for the operator. */
export function renamedVariables(table: VariableTable, environment: Environment): string[] {
  return Object.entries(table).flatMap(([name, { formerly }]) =>
    formerly !== undefined && environment[formerly]
      ? [`${formerly} is now called ${name}. The next major version no longer reads ${formerly}.`]
      : [],
  );
}

/** The process environment, completed by the file's lines for variables that it does not set. */
export function environmentWithFile(environment: Environment, file: string): Environment {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return environment;
  }
  return { ...parseEnv(text), ...environment };
}
