import type { Config } from '../../configuration/config.ts';
import { printRefused } from './list-plugins.ts';

/** The answer of `POST /reload`. */
interface Answer {
  readonly plugins?: readonly string[];
  readonly kept?: readonly string[];
  readonly refused?: readonly { readonly source: string; readonly reasons: readonly string[] }[];
  readonly error?: string;
}

/**
 * Asks the running gateway of this configuration to load its plugins again, and prints what it has done.
 *
 * @returns whether it loaded them all
 */
export async function reloadPlugins({ ADMIN_HOST, ADMIN_PORT }: Config): Promise<boolean> {
  if (ADMIN_PORT === 'off') return failed('ADMIN_PORT is off: send SIGHUP to the gateway instead.');
  const host = ADMIN_HOST.includes(':') ? `[${ADMIN_HOST}]` : ADMIN_HOST;
  const url = `http://${host}:${ADMIN_PORT}/reload`;
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST' });
  } catch {
    return failed(`no gateway answers at ${url}`);
  }
  const { plugins = [], kept = [], refused = [], error }: Answer = JSON.parse(await response.text());
  if (error !== undefined) return failed(`nothing has changed: ${error}`);
  console.log(`${plugins.length} plugins are offered`);
  for (const name of kept) console.error(`stays as it was: ${name}`);
  printRefused(refused);
  return response.ok;
}

function failed(reason: string): false {
  console.error(reason);
  return false;
}
