import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Files of a folder with rights for other users of the machine: name (`.` for the folder itself) and octal mode. */
export function rightsOfOthers(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder, { recursive: true }).map(String)];
  const modes = names.map((name) => [name, statSync(join(folder, name)).mode & 0o777] as const);
  const open = modes.filter(([, mode]) => (mode & 0o077) !== 0);
  return Object.fromEntries(open.map(([name, mode]) => [name, mode.toString(8)]));
}
