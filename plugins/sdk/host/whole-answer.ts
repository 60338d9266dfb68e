import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { ServiceAnswer } from '../service/service.ts';

/** Headers that are known to be valid. Plugins share a few objects among many answers. */
const valid = new WeakSet<object>();

/**
 * Checks that a plugin's own code returned an answer that can be sent.
 *
 * @throws TypeError with the reason, for a promise too
 */
export function wholeAnswer(answer: ServiceAnswer): ServiceAnswer {
  if (typeof answer !== 'object' || answer === null) throw new TypeError('respond must return an answer');
  if ('then' in answer) {
    // The rejection of a refused promise must not end the process.
    Promise.resolve(answer).catch(() => undefined);
    throw new TypeError('respond must not be async: it returned a promise');
  }
  const { status, headers, body, problem } = answer;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`respond returned the status ${status}, not a whole number from 200 to 599`);
  }
  if (typeof body !== 'string') throw new TypeError('respond returned a body that is not a text');
  if (problem !== null && typeof problem !== 'string') {
    throw new TypeError('respond returned a problem that is neither a code nor null');
  }
  if (typeof headers !== 'object' || headers === null) throw new TypeError('respond returned no headers');
  if (!valid.has(headers)) checkHeaders(headers);
  return answer;
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  valid.add(headers);
}
