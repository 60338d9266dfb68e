import type { Session } from '../../api/session-context.ts';

/** Developers see the usage of their own keys if the admin allows it. */
export function seesUsage({ me, client }: Session): boolean {
  return me.role !== 'developer' || client.developer_usage === 'own';
}
