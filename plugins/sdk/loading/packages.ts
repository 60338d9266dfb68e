import { existsSync, readFileSync } from 'node:fs';
import { type LoadHookSync, registerHooks, stripTypeScriptTypes } from 'node:module';
import { isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inRange, SDK_VERSION } from './sdk-version.ts';

const PACKAGES = 'node_modules';

/**
 * The folder of a plugin that is installed below `directory`, or the name unchanged: it may be a folder, a built-in
 * plugin or a package that is installed elsewhere.
 *
 * @param directory folder of the operator's npm plugins, in which `npm install` was run
 */
export function installedPlugin(named: string, directory: string): string {
  if (named.startsWith('.') || isAbsolute(named) || existsSync(resolve(named, 'plugin.ts'))) return named;
  const folder = resolve(directory, PACKAGES, named);
  return existsSync(join(folder, 'package.json')) ? folder : named;
}

/** The name of the package in a folder, and the folder it is installed in; `null` for any other folder. */
function packageAt(folder: string): { readonly name: string; readonly directory: string } | null {
  const mark = `${sep}${PACKAGES}${sep}`;
  const at = folder.lastIndexOf(mark);
  if (at === -1 || !existsSync(join(folder, 'package.json'))) return null;
  return { name: folder.slice(at + mark.length).replaceAll(sep, '/'), directory: folder.slice(0, at) };
}

/**
 * The address of the module of an installed plugin, as its `exports` say; `null` for a folder that is no package, and for
 * a package whose `exports` lead to no file.
 */
export function packageModule(folder: string): string | null {
  const found = packageAt(folder);
  if (found === null) return null;
  resolveOnce();
  try {
    return import.meta.resolve(SCHEME + pathToFileURL(join(found.directory, PACKAGES)).href + SEPARATOR + found.name);
  } catch {
    return null;
  }
}

/** Why a package cannot work with the SDK of this gateway; `null` if it can, or says nothing about it. */
export function otherSdk(folder: string): string | null {
  if (packageAt(folder) === null) return null;
  const { peerDependencies = {}, dependencies = {} }: Readonly<Record<string, Readonly<Record<string, string>>>> =
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const needed = peerDependencies['@vitalgate/plugin'] ?? dependencies['@vitalgate/plugin'];
  if (needed === undefined || inRange(SDK_VERSION, needed)) return null;
  return `package.json: needs @vitalgate/plugin ${needed}; this gateway has ${SDK_VERSION}`;
}

/** A request of this file to the resolver of Node: which folder to resolve from, and what. */
const SCHEME = 'vitalgate-package:';
const SEPARATOR = '#';

let resolving = false;

function resolveOnce(): void {
  if (resolving) return;
  resolving = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (!specifier.startsWith(SCHEME)) return nextResolve(specifier, context);
      const [parentURL, name = ''] = specifier.slice(SCHEME.length).split(SEPARATOR);
      return nextResolve(name, { ...context, ...(parentURL === undefined ? {} : { parentURL }) });
    },
  });
}

/** Addresses of the folders with packages of operators. */
const stripped = new Set<string>();

/**
 * Lets this thread import the TypeScript of an installed plugin and of the packages beside it. Node strips no types below
 * `node_modules`.
 *
 * @param address of the plugin's module; any other address changes nothing
 */
export function stripTypesOf(address: string): void {
  const [folder = ''] = address.split(`/${PACKAGES}/`, 1);
  if (folder === address || stripped.has(folder)) return;
  if (stripped.size === 0) registerHooks({ load });
  stripped.add(folder);
}

const load: LoadHookSync = (url, context, nextLoad) => {
  const [folder = ''] = url.split(`/${PACKAGES}/`, 1);
  if (!stripped.has(folder) || !/\.m?ts$/.test(url)) return nextLoad(url, context);
  const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
  return { format: 'module', source, shortCircuit: true };
};
