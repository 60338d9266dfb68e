import type { ServerResponse } from 'node:http';
import {
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

/** One calculation of a list, as the caller wrote it. */
export interface CalculationRequest {
  /** The path segment under `/api/v1`. */
  readonly calculator: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `lang`, `units` and `detail` where they are given, name and value in turn. */
  readonly query: readonly string[];
}

/** A calculation that the caller may ask for. */
export interface Calculation {
  readonly request: CalculationRequest;
  readonly route: Route;
  readonly language: Language;
}

/** A calculation, computed where this process can. */
export interface Computed extends Calculation {
  /** What the calculator answers if it is admitted; `null` if it threw, or runs elsewhere. */
  readonly answer: ServiceAnswer | null;
}

/** The calculations that one request asks for. Each is carried out as if it had come alone. */
export class Calculations {
  readonly #context: PipelineContext;
  readonly #req: GatewayRequest;
  readonly #res: ServerResponse;
  readonly #call: Call;
  readonly #principal: Principal;
  /** The whole body is longer than the body of one calculation may be. */
  readonly #mayBeTooLong: boolean;
  readonly #remotes: RemoteCalculations;
  /** The languages of calculations that name none, by what their routes offer: negotiated once. */
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

  /** Finds a calculation that the caller may ask for; answers any other. Does not look at its input. */
  find(request: CalculationRequest): Calculation | ItemAnswer {
    const path = `/api/v1/${request.calculator}`;
    const found = this.#context.routes.current.find(path);
    const route = found !== undefined && isCalculator(found) ? found : undefined;
    const language = this.#languageOf(request, route);
    const caller = { principal: this.#principal, path, method: 'POST' };
    const problem = refusedRoute(this.#context, caller, route, (unknown) => this.#nearest(unknown));
    if (problem === null && route) return { request, route, language };
    return problemItem(problem ?? { code: 'internal-error', refusal: {} }, this.#target(language));
  }

  /** Asks the counters whether they would admit `check` units now. They take and count nothing. */
  probe(check: number, then: Done): void {
    probe(this.#context, this.#req, this.#res, check, then);
  }

  /** Computes what this process can. To be called right before the calculations are admitted. */
  compute(calculations: readonly Calculation[]): Computed[] {
    const { timer } = this.#call;
    timer?.enter('compute');
    const computed = calculations.map((one) => ({ ...one, answer: this.#answer(one) }));
    timer?.enter('quota');
    return computed;
  }

  /**
   * Asks the counters for one calculation, and calls its service where it runs elsewhere.
   *
   * @param decided called before the answer; with `null` where there was no decision
   * @param done called once with the answer, unless the caller leaves before
   */
  admit(
    { request, route, language, answer }: Computed,
    decided: (decision: Decision | null) => void,
    done: (answer: ItemAnswer) => void,
  ): void {
    const { forwarding, endpoint } = route;
    const reserve = forwarding !== null;
    const item = admissionItem(this.#principal, endpoint, reserve ? 200 : (answer?.status ?? 500));
    admit(this.#context, this.#req, this.#res, { item, reserve }, (problem, decision) => {
      decided(decision);
      const reservation = decision?.reservation ?? null;
      if (problem !== null) {
        done(problemItem(problem, this.#target(language)));
      } else if (forwarding !== null && reservation !== null) {
        this.#remotes.add({ request, route, forwarding, reservation, language }, (outcome) => {
          done('code' in outcome ? problemItem(outcome, this.#target(language)) : outcome);
        });
      } else {
        done(answer ?? problemItem({ code: 'internal-error', refusal: {} }, this.#target(language)));
      }
    });
  }

  /** Refuses a calculation that was not computed, by a decision that covers it, and counts the refusal. */
  refuse({ language }: Calculation, decision: Decision): ItemAnswer {
    return problemItem(refuseBy(this.#context, this.#principal, decision), this.#target(language));
  }

  /** Answers a calculation on which the counters gave no decision. */
  unavailable({ language }: Calculation, error: Error): ItemAnswer {
    return problemItem(undecided(this.#context, this.#call, error), this.#target(language));
  }

  /** The caller has left: calls of services are cancelled, and everything that was reserved is given back. */
  leave(): void {
    this.#remotes.leave();
  }

  #answer({ request: { query, input }, route: { respondToInput }, language }: Calculation): ServiceAnswer | null {
    if (respondToInput === null) return null;
    const requestId = this.#call.id;
    if (this.#mayBeTooLong && Buffer.byteLength(JSON.stringify(input)) > LARGEST_BODY) {
      const target = { ...this.#target(language), messages: gatewayMessages };
      return problemAnswer({ code: 'payload-too-large', values: { max: LARGEST_BODY } }, target);
    }
    const given = { query, body: input, language, authenticated: true, requestId };
    return compute(this.#context, respondToInput, given, requestId);
  }

  /** A search goes through all calculators, and a list may name any number of unknown ones: only the first few count. */
  #nearest(path: string): string[] {
    this.#searches += 1;
    return this.#searches > MOST_SEARCHES ? [] : this.#context.routes.current.nearest(path);
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
