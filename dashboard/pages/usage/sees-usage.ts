import type { Session } from '../../session.ts';

/** Developers see the usage of their own keys, if the admin lets them. */
export function seesUsage({ me, client }: Session): boolean {
  return me.role !== 'developer' || client.developer_usage === 'own';
}
