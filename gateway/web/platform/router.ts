import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { refusedByGuard } from '../../request/guards/guards.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { refuseCredential } from '../../request/steps/refuse-credential.ts';
import { readJsonObject, readReport } from './body.ts';
import { cookieValues, DEVICE_COOKIE, SESSION_COOKIE } from './cookies.ts';
import { hasCsrfToken, isCrossOrigin } from './csrf.ts';
import { type Identified, identify } from './identify.ts';
import type { RawInput } from './input.ts';
import { KeylessThrottle } from './keyless-throttle.ts';
import { type Match, matcher } from './match.ts';
import { PlatformProblem } from './platform-problem.ts';
import { refuseError, refuseMistakes } from './refusals.ts';
import type { AuthenticatedRequest, FileReply, PlatformRequest, PlatformRoute, Reply } from './route.ts';
import type { PlatformServices } from './services.ts';

const READS = new Set(['GET', 'HEAD']);

/**
 * Answers calls under `/platform/v1` from the declarations of the routes, and passes every other call to the next
 * handler. The checks come in this order: route (405), credential (401) or, for public routes, the limit of the network
 * (429), role (403), request forgery (403), input (400). The handler runs last.
 */
export function platformRouter(
  context: PipelineContext,
  services: PlatformServices,
  routes: readonly PlatformRoute[],
): RequestHandler {
  const find = matcher(routes);
  const keyless = new KeylessThrottle();
  return (req, res, next) => {
    const matches = find(req.call.path);
    if (matches.size === 0) {
      next();
      return;
    }
    const match = matches.get(req.method === 'HEAD' ? 'GET' : req.method);
    if (match === undefined) {
      const allowed = [...matches.keys()]
        .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        .join(', ');
      context.refuse(req, res, 'method-not-allowed', { values: { allowed }, headers: ['Allow', allowed] });
      return;
    }
    answer(match, req, res, next)
      .catch((error: unknown) => refuseError(context, services, req, res, error))
      .catch(next);
  };

  async function answer({ route, params }: Match, req: Request, res: Response, next: NextFunction): Promise<void> {
    const member = route.access === 'public' ? null : await identify(context, services.records, req);
    if (route.access === 'public') {
      await keyless.take(req.call.address, route.rawBody !== undefined);
    } else {
      if (member === null) {
        refuseCredential(context, req, res, next, { detail: 'detail_platform' });
        return;
      }
      await services.throttle.call(member.caller.userId);
      requireAccess(route, member, req, services.baseUrl);
    }
    if (!READS.has(req.method)) requireOwnPage(route, member, req, services.baseUrl);
    requireSignup(route, services);
    const raw = await rawInput(route, params, req);
    const visit = visitOf(req, services, route.rawBody ? await readReport(req) : NO_BYTES);
    const reply = await route.respond(member === null ? visit : memberVisit(visit, route, member), raw);
    if ('mistakes' in reply) refuseMistakes(context, req, res, reply);
    else await send(req, res, route, reply);
  }

  async function send(req: Request, res: Response, route: PlatformRoute, reply: Reply<object | null> | FileReply) {
    const { language } = req.call;
    const common = ['Content-Language', language, 'Vary', 'Accept-Language'];
    if ('file' in reply) {
      const type = [
        'Content-Type',
        String(route.answer),
        'Content-Disposition',
        `attachment; filename="${reply.file}"`,
      ];
      await context.stream(req, res, [...common, ...type], reply.parts);
      return;
    }
    const headers = [...common, ...(reply.headers ?? [])];
    if (route.answer === null || typeof route.answer === 'string') {
      context.send(req, res, route.status, headers, '');
      return;
    }
    // The documented schema removes or rejects undocumented members, which might be secrets.
    const body = { ...route.answer.parse(reply.body), language };
    context.send(
      req,
      res,
      route.status,
      ['Content-Type', 'application/json; charset=utf-8', ...headers],
      JSON.stringify(body),
    );
  }
}

const NO_BYTES = new Uint8Array();

/** @throws PlatformProblem 403 */
function requireAccess(route: PlatformRoute, { caller, principal }: Identified, req: Request, baseUrl: string): void {
  if (principal?.channel === 'marketplace')
    throw new PlatformProblem('channel-not-allowed', { values: { base: baseUrl } });
  const refused = principal && refusedByGuard(principal, req.call);
  if (refused) throw new PlatformProblem(refused.code, refused.refusal);
  if (route.access !== 'public' && route.access[caller.role] === 'no') {
    throw new PlatformProblem('role-not-allowed', { detail: 'detail_platform', values: { role: caller.role } });
  }
  if (route.sessionOnly && caller.sessionId === null) throw new PlatformProblem('session-required');
}

/**
 * Refuses forged requests. A browser sends the cookie with any request, so a request that changes something must come
 * from a page of this gateway and have the session's CSRF token. Public routes have no token, but still require such a
 * page.
 *
 * @throws PlatformProblem 403
 */
function requireOwnPage(route: PlatformRoute, member: Identified | null, req: Request, baseUrl: string): void {
  const byCookie = member === null ? route.rawBody === undefined : member.sessionToken !== null;
  if (byCookie && isCrossOrigin(req.headers, baseUrl)) throw new PlatformProblem('csrf-refused');
  const token = member?.sessionToken ?? null;
  if (token !== null && !hasCsrfToken(req.headers['x-csrf-token'], token)) throw new PlatformProblem('csrf-refused');
}

/** @throws PlatformProblem 403 */
function requireSignup({ signup }: PlatformRoute, services: PlatformServices): void {
  if (signup === 'open' && services.signup !== 'open') throw new PlatformProblem('sign-up-closed');
  if (signup === 'invite' && services.signup === 'closed') throw new PlatformProblem('sign-up-closed');
}

async function rawInput(route: PlatformRoute, params: RawInput['params'], req: Request): Promise<RawInput> {
  const { query } = req.call;
  if (query === null) throw new PlatformProblem('malformed-query');
  return { params, query, body: route.body === null ? null : await readJsonObject(req) };
}

function visitOf(req: Request, services: PlatformServices, bytes: Uint8Array): PlatformRequest {
  const { call, headers } = req;
  const [sessionCookie = null] = cookieValues(headers.cookie, SESSION_COOKIE);
  const [deviceCookie = null] = cookieValues(headers.cookie, DEVICE_COOKIE);
  return {
    ...services,
    at: call.startedAt,
    address: call.address,
    language: call.language,
    userAgent: headers['user-agent'] ?? '',
    sessionCookie,
    deviceCookie,
    header: (name) => {
      const value = headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    bytes,
  };
}

function memberVisit(visit: PlatformRequest, { access }: PlatformRoute, { caller }: Identified): AuthenticatedRequest {
  const { clientId, userId, role } = caller;
  const own = access !== 'public' && access[role] === 'own';
  return {
    ...visit,
    caller,
    actor: { name: userId, at: visit.at, address: visit.address },
    scope: own ? { clientId, userId } : { clientId },
  };
}
