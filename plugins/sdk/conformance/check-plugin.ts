import { manifestsOf } from '../host/manifests-of.ts';
import type { Plugin } from '../plugin/define-plugin.ts';
import { isOwn } from '../plugin/own-endpoint.ts';
import { serviceSettings } from '../service/service-definition.ts';
import type { Check, ServiceCheck } from './calls/check.ts';
import { withCheckedInputs } from './calls/checked.ts';
import type { Transport } from './calls/exchange.ts';
import type { HttpTransport } from './calls/over-http.ts';
import { type Subject, subjectOf } from './calls/subject.ts';
import { bodies, mediaType, size } from './checks/bodies.ts';
import { bounds, words } from './checks/bounds.ts';
import { aliases, examples, head, post } from './checks/examples.ts';
import { controls, frame } from './checks/frame.ts';
import { lang, languages } from './checks/languages.ts';
import { integers, jsonNumbers, numbers } from './checks/numbers.ts';
import { anyInput, mediaTypes, ownExamples } from './checks/own-contract.ts';
import { empty, encoding, missing, placement, repeated, together, unknown } from './checks/parameters.ts';
import { methods, paths } from './checks/service.ts';
import { signature } from './checks/signature.ts';

/** Checks of everything that a caller can see, however the calculator is called. */
const CHECKS: readonly Check[] = [
  examples,
  frame,
  post,
  head,
  aliases,
  controls,
  languages,
  lang,
  missing,
  empty,
  unknown,
  repeated,
  together,
  placement,
  encoding,
  bodies,
  mediaType,
  size,
  bounds,
  words,
  numbers,
  jsonNumbers,
  integers,
];

/** Checks of an endpoint with a contract of its own. */
const OWN_CHECKS: readonly Check[] = [ownExamples, mediaTypes, head, anyInput];

/** Checks of the service around the calculators. */
const SERVICE_CHECKS: readonly ServiceCheck[] = [paths, methods, signature];

/** The outcome of one check of an endpoint. */
export interface CheckResult {
  /** Path of the endpoint; for the service itself, the path of its health check. */
  readonly path: string;
  readonly check: string;
  /** The failures, a sentence each; empty if the check passes. */
  readonly failures: readonly string[];
  /** How to fix it. */
  readonly mend: string;
}

/** Checks every endpoint of a plugin, called as the gateway calls it in its own process. */
export async function checkCalculators(plugin: Plugin, transport: Transport): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const subject of subjectsOf(plugin, transport)) results.push(...(await checkSubject(subject)));
  return results;
}

/** Checks every endpoint of a plugin, called as by a gateway on another machine, and the service around them. */
export async function checkService(plugin: Plugin, service: HttpTransport): Promise<CheckResult[]> {
  const { health } = serviceSettings(plugin.service ?? { urls: [] });
  const checked = plugin.service?.inputs === 'checked';
  const transport = checked ? withCheckedInputs(plugin, service) : service;
  const subjects = subjectsOf(plugin, transport);
  const results: CheckResult[] = [];
  // If the service is down or refuses our signature, every other check would fail for the same reason.
  for (const precondition of [wellness(service, health), ...subjects.slice(0, 1).map(trust)]) {
    const result = await precondition;
    results.push(result);
    if (result.failures.length > 0) return results;
  }
  for (const subject of subjects) {
    results.push(...(await checkSubject(subject)));
    const around = checked || isOwn(subject.manifest) ? [signature] : SERVICE_CHECKS;
    for (const check of around) {
      results.push(await outcome(subject.path, check, check.failures(subject, transport)));
    }
  }
  return results;
}

function subjectsOf(plugin: Plugin, transport: Transport): Subject[] {
  return manifestsOf(plugin).map((manifest) => subjectOf(plugin.mount, manifest, transport));
}

async function checkSubject(subject: Subject): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const checks = isOwn(subject.manifest) ? OWN_CHECKS : CHECKS;
  for (const check of checks) results.push(await outcome(subject.path, check, check.failures(subject)));
  return results;
}

function wellness(service: HttpTransport, health: string): Promise<CheckResult> {
  const mend = 'Answer GET on the health path with 200, to every caller, while the service is healthy.';
  return outcome(health, { name: 'health', mend }, failures());

  async function* failures(): AsyncGenerator<string> {
    const { status } = await service.visit(health);
    if (status !== 200) yield `GET ${health} was answered ${status}, expected 200`;
  }
}

function trust({ path, good, call }: Subject): Promise<CheckResult> {
  const mend =
    'Give gateway and service the same SERVICE_SECRET, derive the key with the name of the plugin, and sign what stands ' +
    'in the request line; their clocks differ by less than a minute.';
  return outcome(path, { name: 'secret', mend }, failures());

  async function* failures(): AsyncGenerator<string> {
    const { answer, told } = await call(good);
    if (answer.status === 401) yield `${told} was answered 401 although it is signed`;
  }
}

/** Runs a check to its end; a call without any answer fails it too. */
async function outcome(
  path: string,
  { name, mend }: Pick<Check, 'name' | 'mend'>,
  failing: AsyncGenerator<string>,
): Promise<CheckResult> {
  const failures: string[] = [];
  try {
    for await (const failure of failing) failures.push(failure);
  } catch (error) {
    failures.push(`a call got no answer: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { path, check: name, failures, mend };
}
