import type { Language } from '../../../../calculators/kit/index.ts';
import { MISTAKE_CODES } from '../../answers/problem-body.ts';
import { membersOf, REQUEST_ID } from './exchange.ts';
import type { Exchange } from './subject.ts';

/** The problem that a call must get as its answer. */
export interface ExpectedProblem {
  readonly status: number;
  readonly code: string;
  readonly language?: Language;
  /** Inputs that `errors` must name, each with its allowed codes; an empty list allows every known code. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
}

const KNOWN_CODES: readonly string[] = MISTAKE_CODES;

/** The mistakes in a problem (RFC 9457) that answered a call. */
export function* problemFailures(exchange: Exchange, expected: ExpectedProblem): Generator<string> {
  const { answer, told } = exchange;
  const { status, code, language = 'en', fields = {} } = expected;
  if (answer.status !== status) {
    const names = Object.keys(fields);
    const naming = names.length > 0 ? ` naming ${names.join(', ')}` : '';
    yield `${told} was answered ${answer.status}, expected ${status} ${code}${naming}`;
    return;
  }
  const type = answer.headers['content-type'] ?? '';
  if (!/^application\/problem\+json(;|$)/.test(type)) {
    yield `${told}: Content-Type is "${type}", expected application/problem+json`;
    return;
  }
  const body = membersOf(answer);
  const wrong = (member: string, wanted: unknown) =>
    `${told}: ${member} is ${JSON.stringify(body[member])}, expected ${String(wanted)}`;
  if (typeof body.type !== 'string' || !URL.canParse(body.type)) yield wrong('type', 'the address of a page');
  for (const member of ['title', 'detail']) {
    if (typeof body[member] !== 'string' || body[member] === '') yield wrong(member, 'a text');
  }
  if (body.status !== status) yield wrong('status', status);
  if (body.code !== code) yield wrong('code', code);
  if (body.request_id !== REQUEST_ID) yield wrong('request_id', `the one of the call, ${REQUEST_ID}`);
  if (body.language !== language) yield wrong('language', language);
  const spoken = answer.headers['content-language'];
  if (spoken !== language) yield `${told}: Content-Language is ${spoken ?? 'missing'}, expected ${language}`;
  if (code === 'invalid-parameters') yield* errorFailures(told, body.errors, fields);
}

/** The mistakes in the list of errors of a problem. */
function* errorFailures(told: string, errors: unknown, fields: Readonly<Record<string, readonly string[]>>) {
  if (!Array.isArray(errors) || errors.length === 0) {
    yield `${told}: errors is missing, expected a list of the mistakes`;
    return;
  }
  const mistakes = errors.map((error): Readonly<Record<string, unknown>> => Object(error));
  for (const mistake of mistakes) {
    const { field, code, message } = mistake;
    const whole = typeof field === 'string' && typeof message === 'string' && message !== '';
    if (!whole || !KNOWN_CODES.includes(String(code))) {
      yield `${told}: errors has ${JSON.stringify(mistake)}, expected field, message and one of the known codes`;
    }
  }
  for (const [name, codes] of Object.entries(fields)) {
    const found = mistakes.filter(({ field }) => field === name);
    if (found.length === 0) yield `${told}: errors does not name ${name}; one answer must list all mistakes`;
    else if (!found.some(({ code }) => codes.length === 0 || codes.includes(String(code)))) {
      yield `${told}: errors calls ${name} ${found.map(({ code }) => code).join(', ')}, expected ${codes.join(' or ')}`;
    }
  }
}
