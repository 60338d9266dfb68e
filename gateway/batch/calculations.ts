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
import type { Route } from '../plugins/route-table.ts';
import type { Decision } from '../quota/admission.ts';
import type { Item } from '../quota/contract.ts';
import { type ItemAnswer, problemItem } from './item-answer.ts';
import type { BatchItem } from './read-batch.ts';
import { RemoteItems } from './remote-items.ts';

/** A calculation that the caller may ask for. */
export interface Calculation {
  readonly item: BatchItem;
  readonly route: Route;
  readonly language: Language;
  /** What a calculator of this process answers if it is admitted; `null` if it threw, or runs elsewhere. */
  readonly answer: ServiceAnswer | null;
}

/** The calculations that one request asks for, each carried out as if it had come alone. */
export class Calculations {
  /** What the counters said last; `null` before they said anything. */
  decision: Decision | null = null;
  readonly #steps: Steps;
  readonly #call: Call;
  readonly #principal: Principal;
  /** The whole body is longer than that of one calculation may be. */
  readonly #mayBeTooLong: boolean;
  readonly #remotes: RemoteItems;
  readonly #abandoned: () => boolean;
  /** The languages of calculations that name none, by what is offered: negotiated once. */
  readonly #negotiated = new Map<readonly Language[], Language>();

  constructor(steps: Steps, req: Request, res: Response, mayBeTooLong: boolean) {
    const { call } = req;
    if (!call.principal) throw new Error('calculations come after principal');
    this.#steps = steps;
    this.#call = call;
    this.#principal = call.principal;
    this.#mayBeTooLong = mayBeTooLong;
    this.#remotes = new RemoteItems(steps, req);
    this.#abandoned = () => res.destroyed;
  }

  /** Computes what this process can, before admission; answers what the caller may not ask for. */
  prepare(item: BatchItem): Calculation | ItemAnswer {
    const path = `/api/v1/${item.calculator}`;
    const found = this.#steps.routes.current.find(path);
    const route = found !== undefined && isCalculator(found) ? found : undefined;
    const language = this.#languageOf(item, route);
    const refused = refusedRoute(this.#steps, { principal: this.#principal, path, method: 'POST' }, route);
    if (refused === null && route) return { item, route, language, answer: this.#compute(item, route, language) };
    const [code, refusal] = refused ?? ['internal-error', {}];
    return problemItem(code, this.#target(language), refusal);
  }

  /**
   * Asks the counters for one calculation, and forwards it where it runs elsewhere.
   *
   * @param done called once with the answer, unless the caller leaves before
   */
  admit({ item, route, language, answer }: Calculation, done: (answer: ItemAnswer) => void): void {
    const { admission, admissions, onError } = this.#steps;
    const { clientId: client, limits, cap } = this.#principal;
    const { forwarding } = route;
    const request = {
      client,
      limits,
      item: itemOf(this.#principal, route, answer),
      reserve: forwarding !== null,
      abandoned: this.#abandoned,
    };
    admission.admit(request, (error, decision) => {
      if (error) {
        admissions.failed();
        onError(error, this.#call.id);
        done(problemItem('temporarily-unavailable', this.#target(language), {}, 1));
        return;
      }
      admissions.decided(decision.verdict.outcome);
      this.decision = decision;
      const { reservation, verdict } = decision;
      if (verdict.outcome !== 'admitted') {
        const refusal = overQuota(decision, cap);
        done(problemItem('quota-exceeded', this.#target(language), refusal, refusal.retry));
      } else if (forwarding !== null && reservation !== null) {
        this.#remotes.add({ item, route, forwarding, reservation, language }, done);
      } else {
        done(answer ?? problemItem('internal-error', this.#target(language)));
      }
    });
  }

  /** The caller has left: what is under way is broken off, and everything that was reserved is given back. */
  leave(): void {
    this.#remotes.leave();
  }

  #compute({ query, input }: BatchItem, { respondToInput }: Route, language: Language): ServiceAnswer | null {
    if (respondToInput === null) return null;
    const requestId = this.#call.id;
    if (this.#mayBeTooLong && Buffer.byteLength(JSON.stringify(input)) > LARGEST_BODY) {
      const target = { ...this.#target(language), messages: gatewayMessages };
      return problemAnswer({ code: 'payload-too-large', values: { max: LARGEST_BODY } }, target);
    }
    try {
      return respondToInput({ query, body: input, language, authenticated: true, requestId });
    } catch (error) {
      this.#steps.onError(error, requestId);
      return null;
    }
  }

  #languageOf({ query }: BatchItem, route: Route | undefined): Language {
    const { acceptLanguage } = this.#call.headers;
    const offered = route?.endpoint.languages ?? LANGUAGES;
    if (query.includes('lang')) return requestLanguage(query, acceptLanguage, offered);
    const known = this.#negotiated.get(offered) ?? requestLanguage([], acceptLanguage, offered);
    this.#negotiated.set(offered, known);
    return known;
  }

  #target(language: Language) {
    return { baseUrl: this.#steps.baseUrl, language, requestId: this.#call.id };
  }
}

/** Whether a route leads to a calculator: the list, the batch and the like are called by themselves alone. */
export function isCalculator({ respondToInput, forwarding }: Route): boolean {
  return respondToInput !== null || forwarding !== null;
}

/** What a calculation asks of the counters, as it would alone. */
function itemOf(
  { keyId, family, cap }: Principal,
  { endpoint, forwarding }: Route,
  answer: ServiceAnswer | null,
): Item {
  const { cost, calculator } = endpoint;
  const status = forwarding === null ? (answer?.status ?? 500) : 200;
  const charge = status < 300 ? cost : 0;
  return { charge, check: cost, key: keyId, family, cap, calculator, status: statusClass(status) };
}
