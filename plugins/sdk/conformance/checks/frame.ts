import type { Check } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';

export const frame: Check = {
  name: 'frame',
  mend:
    'Give every answer profile (an object), language, and _api_metadata_ with endpoint_name and authenticated; ' +
    'beside every member that ends in _label is the key that it explains.',
  async *failures({ manifest, good, call }) {
    const { answer, told } = await call(good);
    const type = answer.headers['content-type'] ?? '';
    if (!/^application\/json(;|$)/.test(type)) yield `${told}: Content-Type is "${type}", expected application/json`;
    const body = membersOf(answer);
    const { profile, language, _api_metadata_: metadata } = body;
    if (typeof profile !== 'object' || profile === null) yield `${told}: profile is missing`;
    if (language !== 'en') yield `${told}: language is ${JSON.stringify(language)}, expected "en"`;
    const expected = JSON.stringify({ endpoint_name: manifest.name, authenticated: true });
    if (JSON.stringify(metadata) !== expected) {
      yield `${told}: _api_metadata_ is ${JSON.stringify(metadata)}, expected ${expected}`;
    }
    for (const [name, value] of Object.entries(body)) {
      const key = name.endsWith('_label') ? body[name.slice(0, -'_label'.length)] : undefined;
      if (!name.endsWith('_label')) continue;
      if (key === undefined) yield `${told}: ${name} has no key beside it`;
      else if (key !== null && (typeof value !== 'string' || value === '')) yield `${told}: ${name} is not a text`;
    }
  },
};

export const controls: Check = {
  name: 'controls',
  mend:
    'Accept units (metric, imperial) and detail (standard, full) in the query; detail=full adds details; ' +
    'other values are refused as not_allowed.',
  async *failures({ good, call }) {
    for (const query of ['units=metric', 'detail=standard']) {
      const { answer, told } = await call(good, { query });
      if (answer.status !== 200) yield `${told} was answered ${answer.status}, expected 200`;
    }
    const full = await call(good, { query: 'detail=full' });
    const { details } = membersOf(full.answer);
    if (typeof details !== 'object' || details === null) yield `${full.told}: details is missing`;
    const { answer, told } = await call(good, { query: 'units=imperial' });
    const refused = membersOf(answer).errors;
    // The hint of an implausible result may name units as well: the values are metric.
    const refusesUnits = (error: unknown) => Object(error).field === 'units' && Object(error).code !== 'hint';
    const asControl = Array.isArray(refused) && refused.some(refusesUnits);
    if (answer.status >= 500 || asControl) yield `${told} was answered ${answer.status}, expected units to be accepted`;
  },
};
