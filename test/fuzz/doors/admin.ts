import { headerValue } from '../shot.ts';
import { strangeText } from '../strange-values.ts';
import type { Door } from './door.ts';

/** The admin port: metrics and health. */
export const adminDoor: Door = {
  name: 'admin',
  weight: 0.5,
  shot(random) {
    const strange = encodeURIComponent(strangeText(random).toWellFormed()).slice(0, 3_000).replace(/%.?$/, '');
    return {
      method: random.chance(0.9) ? 'GET' : random.pick(['POST', 'DELETE', 'HEAD']),
      target: random.pick(['/metrics', '/healthz', '/readyz', '/metrics?name[]=x', `/${strange}`, '/']),
      headers: random.chance(0.1) ? ['Accept', headerValue(strangeText(random))] : [],
      body: null,
      admin: true,
    };
  },
};
