import { shownName } from '../../../calculators/kit/index.ts';
import type { Principal } from '../../accounts/principal.ts';
import { CALCULATORS } from '../../accounts/role-access.ts';
import type { Call } from '../call/call.ts';
import { refusedByGuard } from '../guards/guards.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { refuseBeforeAdmission } from '../pipeline/refuse-before-admission.ts';
import type { Step } from '../pipeline/step.ts';
import type { GatewayProblem } from '../respond/respond.ts';
import { BATCH_PATH } from '../routes/batch-endpoint.ts';
import { includesCalculator } from '../routes/calculator-names.ts';
import { MCP_PATH } from '../routes/mcp-endpoint.ts';
import type { Route } from '../routes/route-table.ts';

/**
 * Decides whether the principal may make the call. The guards and the caller's role come first (403), then the path
 * (404) and the method (405). Later steps use only the route.
 */
export function authorize(context: PipelineContext): Step {
  const { routes } = context;
  return (req, res, next) => {
    const { call } = req;
    call.timer?.enter('access');
    const { principal, path, method } = call;
    if (!principal) throw new Error('authorize comes after principal');
    const route = routes.current.find(path);
    const problem =
      refusedCaller(context, principal, call) ?? refusedRoute(context, { principal, path, method }, route);
    if (problem) {
      refuseBeforeAdmission(context, req, res, problem);
    } else if (route) {
      call.route = route;
      next();
    }
  };
}

/** Counts and returns the reason why the principal may not call any calculator; `null` if it may. */
function refusedCaller(
  { admission }: Pick<PipelineContext, 'admission'>,
  principal: Principal,
  call: Call,
): GatewayProblem | null {
  const problem = refusedByGuard(principal, call) ?? refusedByRole(principal);
  if (problem !== null) admission.recordUncharged(principal.clientId, principal.keyId, '403');
  return problem;
}

function refusedByRole({ role }: Principal): GatewayProblem | null {
  return CALCULATORS[role] === 'no' ? { code: 'role-not-allowed', refusal: {} } : null;
}

/**
 * The reason why the principal may not call a path with this method; `null` if it may.
 *
 * @param route the route at the path; `undefined` for an unknown path
 * @param nearest finds the segments that are most similar to the last segment of an unknown path
 */
export function refusedRoute(
  { routes, baseUrl, admission }: Pick<PipelineContext, 'routes' | 'baseUrl' | 'admission'>,
  { principal, path, method }: { readonly principal: Principal; readonly path: string; readonly method: string },
  route: Route | undefined,
  nearest = (unknown: string) => routes.current.nearest(unknown),
): GatewayProblem | null {
  if (principal.channel === 'marketplace' && !routes.current.mountOf(path)?.channels.includes('marketplace')) {
    return { code: 'channel-not-allowed', refusal: { values: { base: baseUrl } } };
  }
  if (!route) return unknownCalculator(path, nearest(path));
  const { calculator, methods } = route.endpoint;
  if (!route.channels.includes(principal.channel)) {
    return { code: 'channel-not-allowed', refusal: { values: { base: baseUrl } } };
  }
  const { calculators } = principal;
  if (calculators && !OPEN_TO_EVERY_KEY.has(route.path) && !includesRoute(calculators, route)) {
    admission.recordUncharged(principal.clientId, principal.keyId, '403');
    return { code: 'calculator-not-included', refusal: { values: { calculator } } };
  }
  if (!methods.includes(method)) {
    const allowed = methods.join(', ');
    return { code: 'method-not-allowed', refusal: { values: { allowed }, headers: ['Allow', allowed] } };
  }
  return null;
}

function includesRoute(names: ReadonlySet<string>, { endpoint, formerName }: Route): boolean {
  return includesCalculator(names, { name: endpoint.calculator, formerName });
}

/** A batch or an MCP message names its calculators in the body, and each calculator is authorized separately. */
const OPEN_TO_EVERY_KEY: ReadonlySet<string> = new Set([BATCH_PATH, MCP_PATH]);

function unknownCalculator(path: string, near: readonly string[]): GatewayProblem {
  const name = shownName(path.slice(path.lastIndexOf('/') + 1));
  return {
    code: 'unknown-calculator',
    refusal: {
      values: { name, nearest: near[0] ?? '' },
      extensions: near.length > 0 ? { nearest: near } : {},
      detail: near.length > 0 ? 'detail_nearest' : 'detail',
    },
  };
}
