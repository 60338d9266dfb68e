import type { Request, Response } from 'express';
import {
  LANGUAGES,
  LARGEST_BODY,
  type Language,
  MOST_SEARCHES,
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
import { probe } from '../pipeline/turn-away.ts';
import type { Route } from '../plugins/route-table.ts';
import type { Decision, Done } from '../quota/admission/admission.ts';
import type { Item } from '../quota/contract.ts';
import { type ItemAnswer, problemItem } from './item-answer.ts';
import type { BatchItem } from './read-batch.ts';
import { RemoteItems } from './remote-items.ts';

/** A calculation that the caller may ask for. */
export interface Calculation {
  readonly item: BatchItem;
  readonly route: Route;
  readonly language: Language;
}

/** A calculation, computed where this process can. */
export interface Computed extends Calculation {
  /** What a calculator of this process answers if it is admitted; `null` if it threw, or runs elsewhere. */
  readonly answer: ServiceAnswer | null;
}

/** The calculations that one request asks for, each carried out as if it had come alone. */
export class Calculations {
  /** What the counters said last; `null` before they said anything. */
  decision: Decision | null = null;
  readonly #steps: Steps;
  readonly #req: Request;
  readonly #res: Response;
  readonly #call: Call;
  readonly #principal: Principal;
  /** The whole body is longer than that of one calculation may be. */
  readonly #mayBeTooLong: boolean;
  readonly #remotes: RemoteItems;
  readonly #abandoned: () => boolean;
  /** The languages of calculations that name none, by what is offered: negotiated once. */
  readonly #negotiated = new Map<readonly Language[], Language>();
  #searches = 0;

  constructor(steps: Steps, req: Request, res: Response, mayBeTooLong: boolean) {
    const { call } = req;
    if (!call.principal) throw new Error('calculations come after principal');
    this.#steps = steps;
    this.#req = req;
    this.#res = res;
    this.#call = call;
    this.#principal = call.principal;
    this.#mayBeTooLong = mayBeTooLong;
    this.#remotes = new RemoteItems(steps, req);
    this.#abandoned = () => res.destroyed;
  }

  /** Finds a calculation that the caller may ask for; answers any other. Its input is not looked at. */
  find(item: BatchItem): Calculation | ItemAnswer {
    const path = `/api/v1/${item.calculator}`;
    const found = this.#steps.routes.current.find(path);
    const route = found !== undefined && isCalculator(found) ? found : undefined;
    const language = this.#languageOf(item, route);
    const caller = { principal: this.#principal, path, method: 'POST' };
    const refused = refusedRoute(this.#steps, caller, route, (unknown) => this.#nearest(unknown));
    if (refused === null && route) return { item, route, language };
    const [code, refusal] = refused ?? ['internal-error', {}];
    return problemItem(code, this.#target(language), refusal);
  }

  /** Asks the counters whether `check` units could be taken now. Nothing is taken or counted. */
  probe(check: number, then: Done): void {
    probe(this.#steps, this.#req, this.#res, check, (...result) => {
      const [, decision] = result;
      if (decision !== null) this.decision = decision;
      then(...result);
    });
  }

  /** Computes what this process can, of calculations that are admitted next. */
  compute(calculations: readonly Calculation[]): Computed[] {
    const { steps } = this.#call;
    steps?.enter('compute');
    const computed = calculations.map((one) => ({ ...one, answer: this.#answer(one) }));
    steps?.enter('quota');
    return computed;
  }

  /**
   * Asks the counters for one calculation, and forwards it where it runs elsewhere.
   *
   * @param decided called before the answer; with `null` where there was no decision
   * @param done called once with the answer, unless the caller leaves before
   */
  admit(
    { item, route, language, answer }: Computed,
    decided: (decision: Decision | null) => void,
    done: (answer: ItemAnswer) => void,
  ): void {
    const { admission, admissions } = this.#steps;
    const { clientId: client, limits } = this.#principal;
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
        decided(null);
        done(this.unavailable(language, error));
        return;
      }
      admissions.decided(decision.verdict.outcome);
      this.decision = decision;
      decided(decision);
      const { reservation, verdict } = decision;
      if (verdict.outcome !== 'admitted') {
        done(this.#overQuota(language, decision));
      } else if (forwarding !== null && reservation !== null) {
        this.#remotes.add({ item, route, forwarding, reservation, language }, done);
      } else {
        done(answer ?? problemItem('internal-error', this.#target(language)));
      }
    });
  }

  /** Refuses a calculation that was not computed, by a decision that covers it, and counts the refusal. */
  refuse({ language }: Calculation, decision: Decision): ItemAnswer {
    const { clientId, keyId } = this.#principal;
    this.#steps.admission.refused(clientId, keyId, '429');
    this.#steps.admissions.decided(decision.verdict.outcome);
    return this.#overQuota(language, decision);
  }

  /** Answers a calculation that the counters gave no decision on. */
  unavailable(language: Language, error: Error): ItemAnswer {
    this.#steps.admissions.failed();
    this.#steps.onError(error, this.#call.id);
    return problemItem('temporarily-unavailable', this.#target(language), {}, 1);
  }

  /** The caller has left: what is under way is broken off, and everything that was reserved is given back. */
  leave(): void {
    this.#remotes.leave();
  }

  #overQuota(language: Language, decision: Decision): ItemAnswer {
    const refusal = overQuota(decision, this.#principal.cap);
    return problemItem('quota-exceeded', this.#target(language), refusal, refusal.retry);
  }

  #answer({ item: { query, input }, route: { respondToInput }, language }: Calculation): ServiceAnswer | null {
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

  /** A search goes through all calculators, and unknown ones are not limited: only the first few are searched for. */
  #nearest(path: string): string[] {
    this.#searches += 1;
    return this.#searches > MOST_SEARCHES ? [] : this.#steps.routes.current.nearest(path);
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
