import {
  fillTemplate,
  PROBLEM_JSON,
  type ProblemTemplate,
  problemBody,
  type ServiceAnswer,
  textIn,
} from '../../../plugins/sdk/index.ts';
import type { Call, PolicyRefusal } from '../call/call.ts';
import { gatewayMessages, PROBLEMS } from '../problems/catalogue.ts';

/**
 * The answer to a call that a policy refuses, in the caller's language.
 *
 * @param template the form of errors at the path; `null` for problems of RFC 9457
 */
export function policyAnswer(
  call: Call,
  refusal: PolicyRefusal,
  baseUrl: string,
  template: ProblemTemplate | null,
): ServiceAnswer {
  const { language, id } = call;
  const context = { baseUrl, language, requestId: id };
  const [code, status] = refusal === 'failed' ? FAILED : [refusal.code, refusal.status];
  const body =
    refusal === 'failed'
      ? problemBody('internal-error', status, gatewayMessages, context)
      : {
          type: refusal.type ?? 'about:blank',
          title: textIn(language, refusal.title),
          status,
          detail: textIn(language, refusal.detail),
          code,
          request_id: id,
          language,
        };
  const own: Record<string, string> = { 'X-Gateway-Error': code };
  if (refusal !== 'failed' && refusal.retryAfter !== undefined) own['Retry-After'] = String(refusal.retryAfter);
  if (template !== null) {
    const filled = fillTemplate(template, { code, status, body });
    return { ...filled, headers: { ...filled.headers, ...own } };
  }
  const headers = { 'Content-Type': PROBLEM_JSON, 'Content-Language': language, Vary: 'Accept-Language', ...own };
  return { status, headers, body: JSON.stringify(body), problem: code };
}

const FAILED = ['internal-error', PROBLEMS['internal-error']] as const;
