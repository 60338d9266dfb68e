import type { RequestHandler } from 'express';
import { shownName } from '../../calculators/kit/index.ts';
import type { ProblemCode } from '../errors/catalogue.ts';
import { BATCH_PATH } from '../plugins/batch-endpoint.ts';
import { MCP_PATH } from '../plugins/mcp-endpoint.ts';
import type { Route } from '../plugins/route-table.ts';
import { CALCULATORS } from '../web/platform/access.ts';
import type { Call } from './call.ts';
import type { Refusal } from './respond.ts';
import type { Steps } from './steps.ts';
import { turnAway } from './turn-away.ts';

/**
 * What this principal may call: first from where and who (403), then whether there is such a calculator (404) and method (405). Only
 * the route decides afterwards what happens to the call.
 */
export function access(steps: Steps): RequestHandler {
  const { routes, admission } = steps;
  return (req, res, next) => {
    const { call } = req;
    call.steps?.enter('access');
    const { principal, path, method } = call;
    if (!principal) throw new Error('access comes after principal');
    const route = routes.current.find(path);
    if (principal.networks && !principal.networks(call.address)) {
      admission.refused(principal.clientId, principal.keyId, '403');
      turnAway(steps, req, res, 'key-not-allowed-here', { values: { address: call.address } });
    } else if (CALCULATORS[principal.role] === 'no') {
      admission.refused(principal.clientId, principal.keyId, '403');
      turnAway(steps, req, res, 'role-not-allowed');
    } else {
      const refused = refusedRoute(steps, { principal, path, method }, route);
      if (refused) {
        turnAway(steps, req, res, ...refused);
      } else if (route) {
        call.route = route;
        next();
      }
    }
  };
}

/**
 * Why a path cannot be called by this method, or not by this principal; `null` where it can.
 *
 * @param nearest finds the segments most similar to an unknown path's last one
 */
export function refusedRoute(
  { routes, baseUrl, admission }: Pick<Steps, 'routes' | 'baseUrl' | 'admission'>,
  { principal, path, method }: Pick<Call, 'path' | 'method'> & { readonly principal: NonNullable<Call['principal']> },
  route: Route | undefined,
  nearest = (unknown: string) => routes.current.nearest(unknown),
): [code: ProblemCode, refusal: Refusal] | null {
  if (principal.channel === 'marketplace' && !routes.current.mountOf(path)?.channels.includes('marketplace')) {
    return ['channel-not-allowed', { values: { base: baseUrl } }];
  }
  if (!route) {
    const near = nearest(path);
    const name = shownName(path.slice(path.lastIndexOf('/') + 1));
    const refusal = {
      values: { name, nearest: near[0] ?? '' },
      extensions: near.length > 0 ? { nearest: near } : {},
      detail: near.length > 0 ? 'detail_nearest' : 'detail',
    };
    return ['unknown-calculator', refusal];
  }
  const { calculator, methods } = route.endpoint;
  if (!route.channels.includes(principal.channel)) return ['channel-not-allowed', { values: { base: baseUrl } }];
  if (principal.calculators && !ASK_FOR_OTHERS.has(route.path) && !principal.calculators.has(calculator)) {
    admission.refused(principal.clientId, principal.keyId, '403');
    return ['calculator-not-included', { values: { calculator } }];
  }
  if (!methods.includes(method)) {
    const allowed = methods.join(', ');
    return ['method-not-allowed', { values: { allowed }, headers: ['Allow', allowed] }];
  }
  return null;
}

/** What is asked for there is looked at one by one. */
const ASK_FOR_OTHERS: ReadonlySet<string> = new Set([BATCH_PATH, MCP_PATH]);
