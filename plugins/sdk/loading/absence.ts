import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nearest } from '../../../calculators/kit/index.ts';
import { addressOf } from './sources.ts';

/** Why a source names no plugin, with the folder beside it that has the most similar name; `null` if it may be one. */
export function absence(source: string): string | null {
  const module = addressOf(source);
  if (!module.startsWith('file:'))
    return isPackage(module) ? null : `${noFolder(source)}, and no package of this name is installed`;
  return existsSync(fileURLToPath(module)) ? null : noFolder(source);
}

function isPackage(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function noFolder(source: string): string {
  const above = dirname(source);
  const folders = existsSync(above)
    ? readdirSync(above).filter((name) => existsSync(join(above, name, 'plugin.ts')))
    : [];
  const [near] = nearest(basename(source), folders, 1);
  const missing = `${join(source, 'plugin.ts')} does not exist`;
  if (near === undefined) return missing;
  return `${missing}; did you mean ${isAbsolute(above) ? join(above, near) : `./${join(above, near)}`}?`;
}
