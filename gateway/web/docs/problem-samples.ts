import {
  HINT,
  IMPLAUSIBLE,
  type InputProblem,
  LANGUAGES,
  type Language,
  type MessageValues,
} from '../../../calculators/kit/index.ts';
import { inputProblem } from '../../../calculators/kit/input-problems.ts';
import { LARGEST_BODY, type ProblemExtensions, problemBody, writeInputProblems } from '../../../plugins/sdk/index.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../../accounts/sessions/password.ts';
import { MOST_KEYS } from '../../quota/model/holds.ts';
import { LONGEST_KEY } from '../../request/idempotency/idempotency-key.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from '../../request/problems/catalogue.ts';
import { LONGEST_URL } from '../../request/steps/edge.ts';
import { MOST_EXPORTS } from '../platform/exports.ts';

/** The contents of a typical problem. */
interface Sample {
  readonly values?: MessageValues;
  readonly detail?: string;
  readonly extensions?: (language: Language) => ProblemExtensions;
}

const WRONG_INPUT = [
  inputProblem('age', 'too_small', { min: '18' }),
  inputProblem('lang', 'not_allowed', { allowed: LANGUAGES.join(', ') }),
];

const bmi = (number: number) => ({ number, unit: 'kg/m²' });

/** What `bmi?weight=180&height=70` is answered. */
const IMPLAUSIBLE_BMI: readonly InputProblem[] = [
  {
    field: 'weight',
    code: IMPLAUSIBLE,
    message: 'input.implausible',
    values: { result: 'bmi', value: bmi(367.347), min: bmi(3), max: bmi(210), inputs: 'weight, height' },
  },
  { field: 'units', code: HINT, message: 'input.looks_imperial' },
];

/** A problem of a service names the calculator. */
const OF_A_SERVICE: Sample = { extensions: () => ({ calculator: 'tdee' }) };

/** Other codes have neither placeholders nor additional members. */
const SAMPLES: Partial<Record<ProblemCode, Sample>> = {
  'invalid-parameters': {
    values: { count: WRONG_INPUT.length },
    extensions: (language) => writeInputProblems(WRONG_INPUT, gatewayMessages, language).extensions,
  },
  'implausible-result': {
    extensions: (language) => writeInputProblems(IMPLAUSIBLE_BMI, gatewayMessages, language).extensions,
  },
  'repeated-member': { values: { member: 'weight' } },
  'password-not-usable': { values: { min: SHORTEST_PASSWORD, max: LONGEST_PASSWORD } },
  'key-not-allowed-here': { values: { address: '203.0.113.7' } },
  'channel-not-allowed': { values: { base: 'https://api.example.com' } },
  'calculator-not-included': { values: { calculator: 'tdee' } },
  'unknown-calculator': {
    values: { name: 'tede', nearest: 'tdee' },
    detail: 'detail_nearest',
    extensions: () => ({ nearest: ['tdee'] }),
  },
  conflict: { detail: 'detail_last-admin', extensions: () => ({ reason: 'last-admin' }) },
  'method-not-allowed': { values: { allowed: 'GET, HEAD, POST' } },
  'payload-too-large': { values: { max: LARGEST_BODY } },
  'uri-too-long': { values: { max: LONGEST_URL } },
  'quota-exceeded': {
    values: { limit: 100, window: 10, retry: 1 },
    detail: 'detail_burst',
    extensions: () => ({ 'violated-policies': ['burst'] }),
  },
  'service-failed': OF_A_SERVICE,
  'service-unavailable': OF_A_SERVICE,
  'service-timeout': OF_A_SERVICE,
  'idempotency-key-not-valid': { values: { max: LONGEST_KEY } },
  'too-many-idempotency-keys': { values: { max: MOST_KEYS } },
  'too-many-attempts': { values: { retry: 840 } },
  'too-many-exports': { values: { most: MOST_EXPORTS, retry: 840 } },
};

const REQUEST_ID = '8f2c41d09be7a365-4k';

/** An example of a problem with this code, for the document and the error pages. */
export function sampleProblem(code: ProblemCode, language: Language, baseUrl: string): Record<string, unknown> {
  const { values, detail, extensions } = SAMPLES[code] ?? {};
  const context = { baseUrl, language, requestId: REQUEST_ID };
  return problemBody(code, PROBLEMS[code], gatewayMessages, context, values, extensions?.(language), detail);
}
