import { queryOf } from '../shot.ts';
import type { Door } from './door.ts';
import { callerHeaders, controls } from './keyed.ts';

/** The list of calculators, which is free and long. */
export const listDoor: Door = {
  name: 'list',
  weight: 1,
  shot(random, { callers }) {
    const caller = random.weighted(callers);
    const extra: [string, string][] = random.chance(0.1) ? [['page', '2']] : [];
    return {
      method: random.chance(0.8) ? 'GET' : random.pick(['HEAD', 'POST']),
      target: `/api/v1${queryOf([...controls(random), ...extra, ...caller.query])}`,
      headers: callerHeaders(random, caller),
      body: null,
      ...(caller.refused === null ? {} : { mustFail: caller.refused }),
      operation: 'GET /api/v1',
      secrets: caller.secrets,
    };
  },
};
