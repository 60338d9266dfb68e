import type { RequestHandler } from 'express';
import type { Steps } from './steps.ts';
import { turnAway } from './turn-away.ts';

/**
 * What this principal may call: first who (403), then whether there is such a calculator (404) and method (405). Only
 * the route decides afterwards what happens to the call.
 */
export function access(steps: Steps): RequestHandler {
  const { routes, baseUrl, admission } = steps;
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('access');
    const { principal, path } = call;
    if (!principal) throw new Error('access comes after principal');
    const route = routes.current.find(path);
    if (principal.role === 'finance') {
      admission.refused(principal.clientId, principal.keyId, route?.endpoint.calculator ?? '', '403');
      turnAway(steps, req, res, 'role-not-allowed');
    } else if (!route) {
      const near = routes.current.nearest(path);
      const name = path.slice(path.lastIndexOf('/') + 1).slice(0, LONGEST_NAME);
      turnAway(steps, req, res, 'unknown-calculator', {
        values: { name, nearest: near[0] ?? '' },
        extensions: near.length > 0 ? { nearest: near } : {},
        detail: near.length > 0 ? 'detail_nearest' : 'detail',
      });
    } else if (!route.channels.includes(principal.channel)) {
      turnAway(steps, req, res, 'channel-not-allowed', { values: { base: baseUrl } });
    } else if (principal.calculators && !principal.calculators.has(route.endpoint.calculator)) {
      const { calculator } = route.endpoint;
      admission.refused(principal.clientId, principal.keyId, calculator, '403');
      turnAway(steps, req, res, 'calculator-not-included', { values: { calculator } });
    } else if (!route.endpoint.methods.includes(call.method)) {
      const allowed = route.endpoint.methods.join(', ');
      turnAway(steps, req, res, 'method-not-allowed', { values: { allowed }, headers: ['Allow', allowed] });
    } else {
      call.route = route;
      next();
    }
  };
}

/** So much of a name that is no calculator's is repeated in the answer. */
const LONGEST_NAME = 64;
