import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { z } from 'zod';
import { withTimeLimit } from '../host/time-limit.ts';
import { LOAD_TIMEOUT_MS } from './import-plugin.ts';
import { resolveSdkForOutsiders } from './outside-imports.ts';

/** A declaration of an operator and the file that it stands in. */
export interface Declared<Value> {
  readonly file: string;
  readonly value: Value;
}

/**
 * Imports one file of each folder that has it, into this process. Its default export is a declaration or a list of them.
 *
 * @param folders relative to the working directory
 * @param schema what every declaration must be
 * @throws the mistakes of a file, with the path of the file
 */
export async function importDeclared<Value>(
  folders: readonly string[],
  name: string,
  schema: z.ZodType,
): Promise<Declared<Value>[]> {
  const all: Declared<Value>[] = [];
  for (const file of declaringFiles(folders, name)) {
    try {
      all.push(...(await importFile<Value>(file, name, schema)));
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  return all;
}

/** The files of this name in the folders that have one. */
export function declaringFiles(folders: readonly string[], name: string): string[] {
  return folders.map((folder) => resolve(folder, name)).filter((path) => existsSync(path));
}

/**
 * Imports one such file. Node never forgets a module: a file that has changed since the last time is another one.
 *
 * @throws its mistakes
 */
export async function importFile<Value>(file: string, name: string, schema: z.ZodType): Promise<Declared<Value>[]> {
  resolveSdkForOutsiders();
  const tooLate = () => new Error(`not loaded after ${LOAD_TIMEOUT_MS / 1_000} s`);
  const loading: Promise<{ default?: unknown }> = import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);
  const module = await withTimeLimit(loading, LOAD_TIMEOUT_MS, tooLate);
  const all: Declared<Value>[] = [];
  const exported: unknown[] = Array.isArray(module.default) ? module.default : [module.default];
  for (const value of exported) {
    const { error } = schema.safeParse(value);
    const reasons = error?.issues.map(({ path, message }) => `${path.map(String).join('.') || name}: ${message}`);
    if (reasons !== undefined) throw new Error(reasons.join('; '));
    all.push({ file, value: value as Value });
  }
  return all;
}
