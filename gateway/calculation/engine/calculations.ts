import type { ServerResponse } from 'node:http';
import {
  type CheckedCall,
  LANGUAGES,
  LARGEST_BODY,
  type Language,
  MOST_SEARCHES,
  problemAnswer,
  requestLanguage,
  type ServiceAnswer,
} from '../../../plugins/sdk/index.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { Decision, Done } from '../../quota/admission/admission.ts';
import type { Once } from '../../quota/contract.ts';
import type { Call } from '../../request/call/call.ts';
import type { GatewayRequest } from '../../request/call/gateway-request.ts';
import type { PipelineContext } from '../../request/pipeline/pipeline-context.ts';
import { probe } from '../../request/pipeline/refuse-before-admission.ts';
import { gatewayMessages } from '../../request/problems/catalogue.ts';
import { isCalculator, type Route } from '../../request/routes/route-table.ts';
import { refusedRoute } from '../../request/steps/authorize.ts';
import { admissionItem, admit, refuseBy, undecided } from './admit.ts';
import { compute } from './compute.ts';
import { type ItemAnswer, problemItem } from './item-answer.ts';
import { RemoteCalculations } from './remote-calculations.ts';

/** One calculation in a list, as the caller wrote it. */
export interface CalculationRequest {
  /** The path segment under `/api/v1`, or a full path, which begins with a slash. */
  readonly calculator: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `lang`, `units` and `detail`, if given, as alternating names and values. */
  readonly query: readonly string[];
}

/** A calculation that the caller is authorized to make. */
export interface Calculation {
  readonly request: CalculationRequest;
  readonly route: Route;
  readonly language: Language;
  /** The position in the request. */
  readonly place: number;
  /** Units that it would cost now: 0 if the idempotency key of the request shows that it is charged. */
  readonly cost: number;
}

/** A calculation after the compute stage. */
export interface Computed extends Calculation {
  /** The answer to send if the calculation is admitted; `null` if the calculator threw or runs in a remote service. */
  readonly answer: ServiceAnswer | null;
  /** The call of a service that gets checked inputs. */
  readonly checked: CheckedCall | null;
}

/** The calculations of one request. Each is carried out as if it were a request of its own. */
export class Calculations {
  readonly #context: PipelineContext;
  readonly #req: GatewayRequest;
  readonly #res: ServerResponse;
  readonly #call: Call;
  readonly #principal: Principal;
  /** Whether the whole body exceeds the limit for one calculation, so that a single input may exceed it too. */
  readonly #mayBeTooLong: boolean;
  readonly #remotes: RemoteCalculations;
  /** The language of calculations without `lang`, by the languages that their routes offer: negotiated once. */
  readonly #negotiated = new Map<readonly Language[], Language>();
  #searches = 0;

  constructor(context: PipelineContext, req: GatewayRequest, res: ServerResponse, mayBeTooLong: boolean) {
    const { call } = req;
    if (!call.principal) throw new Error('calculations come after principal');
    this.#context = context;
    this.#req = req;
    this.#res = res;
    this.#call = call;
    this.#principal = call.principal;
    this.#mayBeTooLong = mayBeTooLong;
    this.#remotes = new RemoteCalculations(context, call);
  }

  /** Finds the route of a calculation and authorizes the caller; otherwise returns the refusal. Ignores the input. */
  find(request: CalculationRequest, place = 0): Calculation | ItemAnswer {
    const path = pathOf(request.calculator);
    const found = this.#context.routes.current.find(path);
    const route = found !== undefined && isCalculator(found) ? found : undefined;
    const language = this.#languageOf(request, route);
    const caller = { principal: this.#principal, path, method: 'POST' };
    const problem = refusedRoute(this.#context, caller, route, (unknown) => this.#nearest(request.calculator, unknown));
    if (problem === null && route) return { request, route, language, place, cost: route.endpoint.cost };
    return problemItem(problem ?? { code: 'internal-error', refusal: {} }, this.#target(language));
  }

  /** Asks the counters whether they would admit `cost` units now, without charging or counting anything. */
  probe(cost: number, then: Done): void {
    probe(this.#context, this.#req, this.#res, cost, then);
  }

  /** Computes the calculations that run in this process. Call it right before admitting them. */
  compute(calculations: readonly Calculation[]): Computed[] {
    const { timer } = this.#call;
    timer?.enter('compute');
    const computed = calculations.map((one) => ({ ...one, ...this.#computed(one) }));
    timer?.enter('quota');
    return computed;
  }

  /**
   * Admits one calculation, and calls its service if it has one.
   *
   * @param decided called before `done`, with the decision or `null` if the counters gave none
   * @param done called once with the answer, unless the caller leaves first
   */
  admit(
    { request, route, language, answer, checked, place }: Computed,
    decided: (decision: Decision | null) => void,
    done: (answer: ItemAnswer) => void,
  ): void {
    const { forwarding, endpoint } = route;
    const reserve = forwarding !== null && answer === null;
    const item = admissionItem(this.#principal, endpoint, reserve ? 200 : (answer?.status ?? 500), this.#onceAt(place));
    admit(this.#context, this.#req, this.#res, { item, reserve }, (problem, decision) => {
      decided(decision);
      const reservation = decision?.reservation ?? null;
      if (problem !== null) {
        done(problemItem(problem, this.#target(language)));
      } else if (forwarding !== null && reservation !== null) {
        this.#remotes.add({ request, route, forwarding, reservation, checked, language }, (outcome) => {
          done('code' in outcome ? problemItem(outcome, this.#target(language)) : outcome);
        });
      } else {
        done(answer ?? problemItem({ code: 'internal-error', refusal: {} }, this.#target(language)));
      }
    });
  }

  #onceAt(place: number): Once | null {
    const { once } = this.#call;
    return once === null ? null : { ...once, place };
  }

  /** Refuses a calculation that was not computed because an earlier decision covers it, and counts the refusal. */
  refuse({ language }: Calculation, decision: Decision): ItemAnswer {
    return problemItem(refuseBy(this.#context, this.#principal, decision), this.#target(language));
  }

  /** Answers a calculation for which the counters gave no decision. */
  unavailable({ language }: Calculation, error: Error): ItemAnswer {
    return problemItem(undecided(this.#context, this.#call, error), this.#target(language));
  }

  /** Ends the work for a caller who has left: cancels calls of services and gives all reservations back. */
  leave(): void {
    this.#remotes.leave();
  }

  #computed(one: Calculation): Pick<Computed, 'answer' | 'checked'> {
    const { checked } = one.route;
    if (checked === null) return { answer: this.#answer(one), checked: null };
    const { query, input } = one.request;
    const request = { query, body: input, language: one.language, authenticated: true, requestId: this.#call.id };
    const found = checked.readInput(request);
    return 'status' in found ? { answer: found, checked: null } : { answer: null, checked: found };
  }

  #answer({ request: { query, input }, route, language }: Calculation): ServiceAnswer | null {
    const { respondToInput: respond, plugin } = route;
    if (respond === null) return null;
    const requestId = this.#call.id;
    if (this.#mayBeTooLong && Buffer.byteLength(JSON.stringify(input)) > LARGEST_BODY) {
      const target = { ...this.#target(language), messages: gatewayMessages };
      return problemAnswer({ code: 'payload-too-large', values: { max: LARGEST_BODY } }, target);
    }
    const given = { query, body: input, language, authenticated: true, requestId };
    return compute(this.#context, plugin, respond, given);
  }

  /**
   * Each search scans all calculators, and a list may contain many unknown names, so only the first few are searched.
   */
  #nearest(asked: string, path: string): string[] {
    this.#searches += 1;
    if (this.#searches > MOST_SEARCHES) return [];
    const segments = this.#context.routes.current.nearest(path);
    const folder = asked.startsWith('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    return segments.map((segment) => folder + segment);
  }

  #languageOf({ query }: CalculationRequest, route: Route | undefined): Language {
    const { acceptLanguage } = this.#call.headers;
    const offered = route?.endpoint.languages ?? LANGUAGES;
    if (query.includes('lang')) return requestLanguage(query, acceptLanguage, offered);
    const known = this.#negotiated.get(offered) ?? requestLanguage([], acceptLanguage, offered);
    this.#negotiated.set(offered, known);
    return known;
  }

  #target(language: Language) {
    return { baseUrl: this.#context.baseUrl, language, requestId: this.#call.id };
  }
}

/** A name of v1 is short for its path. */
function pathOf(calculator: string): string {
  return calculator.startsWith('/') ? calculator : `/api/v1/${calculator}`;
}
