import type { Check } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';
import { problemFailures } from '../calls/problem.ts';
import type { Subject } from '../calls/subject.ts';

/** Texts that other number parsers accept and ours does not. */
const NOT_NUMBERS: readonly string[] = [
  '0x50',
  '0b1',
  '1e2',
  ' 80',
  '80 ',
  '+80',
  '--80',
  '.5',
  '80.',
  '80,5',
  '1_000',
  '80kg',
  '-',
  'NaN',
  'Infinity',
  'true',
  // 80 in Arabic-Indic and in full-width digits.
  '\u0668\u0660',
  '\uff18\uff10',
  '1'.repeat(33),
];

export const numbers: Check = {
  name: 'numbers',
  mend:
    'Read numbers of a query as -?digits[.digits] with the digits 0 to 9 and at most 32 characters, refuse the rest ' +
    'as not_a_number: an exponent, blanks, a plus sign, other digits.',
  async *failures(subject) {
    const { takes, get, good } = subject;
    const fields = numberFields(subject, NUMBER_CODES);
    if (!takes('GET') || fields === null) return;
    for (const text of NOT_NUMBERS) {
      const wrong = Object.fromEntries(Object.keys(fields).map((name) => [name, text]));
      yield* problemFailures(await get({ ...good, ...wrong }), { status: 400, code: 'invalid-parameters', fields });
    }
    const padded = Object.entries(good).map(([name, value]) => [name, Number.isInteger(value) ? `${value}.0` : value]);
    const same = await get(Object.fromEntries(padded));
    const found = membersOf(same.answer).errors;
    if (Array.isArray(found) && found.some((error) => Object(error).code === 'not_a_number')) {
      yield `${same.told} was refused as not_a_number, expected digits followed by .0 to be a number`;
    }
  },
};

/** A time can be written as a number or with colons. */
const NUMBER_CODES = ['not_a_number', 'not_a_time'];

/** JSON texts of values that are not numbers, or that cannot be calculated with. */
const NOT_JSON_NUMBERS: readonly string[] = ['"80"', 'true', 'null', '[80]', '{}', '1e400', '-1e400'];

export const jsonNumbers: Check = {
  name: 'JSON numbers',
  mend: 'In a JSON body take only finite JSON numbers: a text of digits is not_a_number.',
  async *failures(subject) {
    const { takes, post, good } = subject;
    const fields = numberFields(subject, NUMBER_CODES);
    if (!takes('POST') || fields === null) return;
    for (const text of NOT_JSON_NUMBERS) {
      const members = Object.entries({ ...good, ...fields }).map(
        ([name, value]) => `${JSON.stringify(name)}:${name in fields ? text : JSON.stringify(value)}`,
      );
      yield* problemFailures(await post(`{${members.join()}}`), { status: 400, code: 'invalid-parameters', fields });
    }
  },
};

export const integers: Check = {
  name: 'integers',
  mend: 'Refuse 30.5 for a whole number as not_an_integer; do not round it.',
  async *failures({ inputs, good, call }) {
    const whole = inputs.filter(({ type }) => type === 'integer').map(({ name }) => name);
    if (whole.length === 0) return;
    const wrong = Object.fromEntries(whole.map((name) => [name, 30.5]));
    const fields = Object.fromEntries(whole.map((name) => [name, ['not_an_integer']]));
    yield* problemFailures(await call({ ...good, ...wrong }), { status: 400, code: 'invalid-parameters', fields });
  },
};

/** The numbers among the inputs, each with the codes that may refuse it. */
function numberFields({ inputs }: Subject, codes: readonly string[]): Record<string, readonly string[]> | null {
  const names = inputs.filter(({ type }) => type === 'number' || type === 'integer').map(({ name }) => name);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, codes]));
}
