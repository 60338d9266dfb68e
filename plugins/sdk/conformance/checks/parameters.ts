import type { Check } from '../calls/check.ts';
import { type ExpectedProblem, problemFailures } from '../calls/problem.ts';

const invalid = (fields: Readonly<Record<string, readonly string[]>>): ExpectedProblem => ({
  status: 400,
  code: 'invalid-parameters',
  fields,
});

export const missing: Check = {
  name: 'missing',
  mend: 'Name every required input that is missing, all of them at once, as missing.',
  async *failures({ inputs, call }) {
    const required = inputs.filter((input) => input.required);
    if (required.length === 0) return;
    yield* problemFailures(
      await call({}),
      invalid(Object.fromEntries(required.map(({ name }) => [name, ['missing']]))),
    );
  },
};

export const empty: Check = {
  name: 'empty',
  mend: 'Refuse an input without a value as empty; do not treat it as missing.',
  async *failures({ inputs, good, call }) {
    const none = Object.fromEntries(inputs.map(({ name }) => [name, '']));
    const fields = Object.fromEntries(inputs.map(({ name }) => [name, ['empty']]));
    if (inputs.length > 0) yield* problemFailures(await call({ ...good, ...none }), invalid(fields));
  },
};

export const unknown: Check = {
  name: 'unknown',
  mend: 'Refuse parameters and JSON members that you do not know, as unknown or, with the nearest name, unknown_nearest.',
  async *failures({ good, takes, get, post }) {
    const fields = { no_such_parameter: ['unknown', 'unknown_nearest'] };
    if (takes('GET')) yield* problemFailures(await get({ ...good, no_such_parameter: 1 }), invalid(fields));
    if (takes('POST')) yield* problemFailures(await post({ ...good, no_such_parameter: 1 }), invalid(fields));
  },
};

export const repeated: Check = {
  name: 'repeated',
  mend: 'Refuse a parameter that is given twice as repeated, even with the same value twice; lang, units and detail too.',
  async *failures({ inputs, good, takes, get }) {
    if (!takes('GET')) return;
    const [name, value] = Object.entries(good)[0] ?? [];
    if (name === undefined || inputs.length === 0) return;
    const again = new URLSearchParams([[name, String(value)]]).toString();
    yield* problemFailures(await get(good, { query: again }), invalid({ [name]: ['repeated'] }));
    yield* problemFailures(await get(good, { query: 'units=metric&units=metric' }), invalid({ units: ['repeated'] }));
  },
};

export const together: Check = {
  name: 'all at once',
  mend: 'Keep checking after the first mistake: one answer lists all of them.',
  async *failures({ inputs, good, takes, get }) {
    const number = inputs.find(({ type }) => type === 'number' || type === 'integer');
    if (!number || !takes('GET')) return;
    const wrong = { ...good, [number.name]: 'x', no_such_parameter: 1 };
    const fields = { [number.name]: [], no_such_parameter: ['unknown', 'unknown_nearest'], units: ['not_allowed'] };
    yield* problemFailures(await get(wrong, { query: 'units=stone' }), invalid(fields));
  },
};

export const placement: Check = {
  name: 'placement',
  mend: 'In a POST take the inputs from the body alone (else not_in_query), lang, units and detail from the query alone (else not_in_body).',
  async *failures({ good, takes, post }) {
    if (!takes('POST')) return;
    const inBody = await post({ ...good, units: 'metric', lang: 'en' });
    yield* problemFailures(inBody, invalid({ units: ['not_in_body'], lang: ['not_in_body'] }));
    const [name, value] = Object.entries(good)[0] ?? [];
    if (name === undefined) return;
    const query = new URLSearchParams([[name, String(value)]]).toString();
    yield* problemFailures(await post(good, { query }), invalid({ [name]: ['not_in_query'] }));
  },
};

export const encoding: Check = {
  name: 'encoding',
  mend: 'Refuse a query that is not percent-encoded UTF-8 as malformed-query; do not replace what cannot be decoded.',
  async *failures({ takes, get, good }) {
    if (!takes('GET')) return;
    for (const query of ['no_such_parameter=%', 'no_such_parameter=%zz', 'no_such_parameter=%ff']) {
      yield* problemFailures(await get(good, { query }), { status: 400, code: 'malformed-query' });
    }
  },
};
