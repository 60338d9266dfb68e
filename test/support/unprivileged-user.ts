import { readFileSync } from 'node:fs';
import type { Command } from './tied-process.ts';

/**
 * The user for a server that refuses to run as root (PostgreSQL does): `postgres`, else `nobody`; `undefined` if we are
 * not root and can run it ourselves.
 */
export function unprivilegedUser(): Command['user'] {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((account) => account.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('root, and neither a user postgres nor nobody');
}
