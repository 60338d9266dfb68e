import type { Language } from '../../../plugins/sdk/index.ts';
import { problemBody } from '../../../plugins/sdk/index.ts';
import { gatewayMessages, PROBLEMS } from '../../request/problems/catalogue.ts';
import type { GatewayProblem } from '../../request/respond/respond.ts';
import type { CompleteAnswer } from '../../request/routes/forwarding.ts';
import { JSON_TYPE } from '../remote/service-answer.ts';

/** The answer to one calculation in a list. */
export interface ItemAnswer {
  readonly status: number;
  /** JSON text: the body that a request for this calculation alone would get. */
  readonly body: string;
  /** Whole seconds after which a retry is worthwhile: the value of `Retry-After` for a request of its own. */
  readonly retryAfter?: number;
}

/** What the text of a problem depends on. */
export interface ProblemTarget {
  readonly baseUrl: string;
  readonly language: Language;
  readonly requestId: string;
}

/** A problem of the gateway, as the answer to one calculation. */
export function problemItem({ code, refusal }: GatewayProblem, target: ProblemTarget): ItemAnswer {
  const status = PROBLEMS[code];
  const { values, extensions, detail, retryAfter } = refusal;
  const body = JSON.stringify(problemBody(code, status, gatewayMessages, target, values, extensions, detail));
  return retryAfter === undefined ? { status, body } : { status, body, retryAfter };
}

/** The answer of a service, as the answer to one calculation. A body that is not JSON becomes a JSON string. */
export function remoteItem({ status, headers, body }: CompleteAnswer): ItemAnswer {
  const text = String(body);
  const type = headers[headers.indexOf('Content-Type') + 1] ?? '';
  return { status, body: JSON_TYPE.test(type) ? text : JSON.stringify(text) };
}

/** The body of the answer to a batch, with the results in the order of the request. */
export function writeBatch(answers: readonly ItemAnswer[], language: Language): string {
  const results = answers.map(({ status, body, retryAfter }) => {
    const retry = retryAfter === undefined ? '' : `,"retry_after":${retryAfter}`;
    return `{"status":${status}${retry},"${status < 300 ? 'result' : 'problem'}":${body}}`;
  });
  const metadata = '{"endpoint_name":"batch","authenticated":true}';
  return `{"results":[${results.join()}],"language":"${language}","_api_metadata_":${metadata}}`;
}
