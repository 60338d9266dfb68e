import { problemBody } from '../../calculators/kit/index.ts';
import type { Language } from '../../plugins/sdk/index.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from '../errors/catalogue.ts';
import type { Refusal } from '../pipeline/respond.ts';
import type { CompleteAnswer } from '../services/service-answer.ts';

/** What one calculation of a batch came to. */
export interface ItemAnswer {
  readonly status: number;
  /** A JSON text: the body that the calculation alone would have been answered with. */
  readonly body: string;
  /** Whole seconds after which it is worth trying again, where the answer alone would say that in `Retry-After`. */
  readonly retryAfter?: number;
}

/** In whose name a problem is written. */
export interface ProblemTarget {
  readonly baseUrl: string;
  readonly language: Language;
  readonly requestId: string;
}

/** A problem of the gateway's own. */
export function problemItem(
  code: ProblemCode,
  target: ProblemTarget,
  { values, extensions, detail }: Refusal = {},
  retryAfter?: number,
): ItemAnswer {
  const status = PROBLEMS[code];
  const body = JSON.stringify(problemBody(code, status, gatewayMessages, target, values, extensions, detail));
  return retryAfter === undefined ? { status, body } : { status, body, retryAfter };
}

const JSON_TYPE = /^application\/(.+\+)?json\s*(;|$)/i;

/** What a service answered. What is not JSON, or says it is and is none, goes on as a JSON text of the same characters. */
export function remoteItem({ status, headers, body }: CompleteAnswer): ItemAnswer {
  const text = body.toString('utf8');
  const type = headers[headers.indexOf('Content-Type') + 1] ?? '';
  return { status, body: JSON_TYPE.test(type) && isJson(text) ? text : JSON.stringify(text) };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The body of a batch's answer, in the order in which the calculations were asked for. */
export function writeBatch(answers: readonly ItemAnswer[], language: Language): string {
  const results = answers.map(({ status, body, retryAfter }) => {
    const retry = retryAfter === undefined ? '' : `,"retry_after":${retryAfter}`;
    return `{"status":${status}${retry},"${status < 300 ? 'result' : 'problem'}":${body}}`;
  });
  const metadata = '{"endpoint_name":"batch","authenticated":true}';
  return `{"results":[${results.join()}],"language":"${language}","_api_metadata_":${metadata}}`;
}
