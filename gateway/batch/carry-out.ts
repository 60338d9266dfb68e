import type { Request, Response } from 'express';
import {
  LANGUAGES,
  LARGEST_BODY,
  type Language,
  problemAnswer,
  requestLanguage,
  type ServiceAnswer,
} from '../../plugins/sdk/index.ts';
import type { Principal } from '../accounts/principal.ts';
import { gatewayMessages } from '../errors/catalogue.ts';
import { refusedRoute } from '../pipeline/access.ts';
import type { Call } from '../pipeline/call.ts';
import { overQuota, statusClass } from '../pipeline/quota.ts';
import type { Steps } from '../pipeline/steps.ts';
import { askState } from '../pipeline/turn-away.ts';
import { BATCH_PATH } from '../plugins/batch-endpoint.ts';
import type { Route } from '../plugins/route-table.ts';
import type { Decision } from '../quota/admission.ts';
import type { Item } from '../quota/contract.ts';
import { rateLimit, rateLimitPolicy } from '../quota/rate-limit-headers.ts';
import { type ItemAnswer, problemItem, writeBatch } from './item-answer.ts';
import type { BatchItem } from './read-batch.ts';
import { RemoteItems } from './remote-items.ts';

/** The calculations of a batch. */
export interface ReadItems {
  readonly items: readonly BatchItem[];
  /** The whole body is longer than that of one calculation may be. */
  readonly mayBeTooLong: boolean;
}

/** A calculation that the caller may ask for. */
interface Calculation {
  readonly item: BatchItem;
  readonly route: Route;
  readonly language: Language;
  /** What a calculator of this process answers if it is admitted; `null` if it threw, or runs elsewhere. */
  readonly answer: ServiceAnswer | null;
}

/**
 * Carries out the calculations of a batch as if each had come alone, in their order: those of this process are computed
 * first, then all are admitted, as one command to the counters; those of services are forwarded as they are admitted.
 */
export function carryOut(steps: Steps, req: Request, res: Response, { items, mayBeTooLong }: ReadItems): void {
  const { baseUrl, admission, admissions, routes } = steps;
  const { call } = req;
  const requestId = call.id;
  const principal = principalOf(call);
  const answers: ItemAnswer[] = new Array(items.length);
  const remotes = new RemoteItems(steps, req);
  const languageOf = languages(call);
  const abandoned = () => res.destroyed;
  let last: Decision | null = null;
  let over = false;

  res.once('close', () => {
    if (over) return;
    over = true;
    remotes.leave();
    steps.left(req);
  });
  call.steps?.enter('compute');
  const calculations = items.map(prepare);
  call.steps?.enter('quota');
  // Admission answers later: by then all of them are counted here.
  let open = 0;
  calculations.forEach((calculation, at) => {
    if (calculation === null) return;
    open += 1;
    admit(calculation, at);
  });
  if (open === 0) askState(steps, req, res, finish);

  function prepare(item: BatchItem, at: number): Calculation | null {
    const path = `/api/v1/${item.calculator}`;
    const route = path === BATCH_PATH ? undefined : routes.current.find(path);
    const language = languageOf(item, route);
    const refused = refusedRoute(steps, { principal, path, method: 'POST' }, route);
    if (refused === null && route) return { item, route, language, answer: compute(item, route, language) };
    if (refused) answers[at] = problemItem(refused[0], { baseUrl, language, requestId }, refused[1]);
    return null;
  }

  function compute({ query, input }: BatchItem, { respondToInput }: Route, language: Language): ServiceAnswer | null {
    if (respondToInput === null) return null;
    if (mayBeTooLong && Buffer.byteLength(JSON.stringify(input)) > LARGEST_BODY) {
      const target = { baseUrl, language, requestId, messages: gatewayMessages };
      return problemAnswer({ code: 'payload-too-large', values: { max: LARGEST_BODY } }, target);
    }
    try {
      return respondToInput({ query, body: input, language, authenticated: true, requestId });
    } catch (error) {
      steps.onError(error, requestId);
      return null;
    }
  }

  function admit({ item, route, language, answer }: Calculation, at: number): void {
    const { clientId: client, limits, cap } = principal;
    const { forwarding } = route;
    const target = { baseUrl, language, requestId };
    const asked = itemOf(principal, route, answer);
    admission.admit({ client, limits, item: asked, reserve: forwarding !== null, abandoned }, (error, decision) => {
      if (error) {
        admissions.failed();
        steps.onError(error, requestId);
        settle(at, problemItem('temporarily-unavailable', target, {}, 1));
        return;
      }
      admissions.decided(decision.verdict.outcome);
      last = decision;
      const { reservation, verdict } = decision;
      if (verdict.outcome !== 'admitted') {
        const refusal = overQuota(decision, cap);
        settle(at, problemItem('quota-exceeded', target, refusal, refusal.retry));
      } else if (forwarding !== null && reservation !== null) {
        remotes.add({ item, route, forwarding, reservation, language }, (given) => settle(at, given));
      } else {
        settle(at, answer ?? problemItem('internal-error', target));
      }
    });
  }

  function settle(at: number, answer: ItemAnswer): void {
    answers[at] = answer;
    open -= 1;
    if (open === 0) finish();
  }

  function finish(): void {
    if (over) return;
    over = true;
    call.steps?.enter('forward');
    if (last !== null) call.rateLimit = [rateLimitPolicy(last), rateLimit(last)];
    const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Language', call.language];
    steps.send(req, res, 200, [...headers, 'Vary', 'Accept-Language'], writeBatch(answers, call.language));
  }
}

function principalOf({ principal }: Call): Principal {
  if (!principal) throw new Error('a batch comes after principal');
  return principal;
}

/** What a calculation asks of the counters, as it would alone. */
function itemOf({ keyId, cap }: Principal, { endpoint, forwarding }: Route, answer: ServiceAnswer | null): Item {
  const { cost, calculator } = endpoint;
  const status = forwarding === null ? (answer?.status ?? 500) : 200;
  return { charge: status < 300 ? cost : 0, check: cost, key: keyId, cap, calculator, status: statusClass(status) };
}

/** The language of each calculation; most name none, and have it negotiated once. */
function languages({ headers: { acceptLanguage } }: Call) {
  const negotiated = new Map<readonly Language[], Language>();
  return ({ query }: BatchItem, route: Route | undefined): Language => {
    const offered = route?.endpoint.languages ?? LANGUAGES;
    if (query.includes('lang')) return requestLanguage(query, acceptLanguage, offered);
    const known = negotiated.get(offered) ?? requestLanguage([], acceptLanguage, offered);
    negotiated.set(offered, known);
    return known;
  };
}
