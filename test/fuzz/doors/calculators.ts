import { allCalculators, likelyInput } from '../calculator-inputs.ts';
import { brokenBytes, jsonText, mutated } from '../json-mutations.ts';
import type { Random } from '../random.ts';
import { queryOf, type Shot } from '../shot.ts';
import { strangeText } from '../strange-values.ts';
import type { Door } from './door.ts';
import { callerHeaders, controls } from './keyed.ts';

const calculators = await allCalculators();

const MEDIA_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=latin1',
  '',
  'multipart/form-data',
];

/** Every calculator by GET and POST, with three of four inputs valid. */
export const calculatorDoor: Door = {
  name: 'calculators',
  weight: 46,
  shot(random, { callers }) {
    const caller = random.weighted(callers);
    const { calculator, names } = random.pick(calculators);
    const name = random.chance(0.03) ? strangePath(random) : random.pick(names);
    const input = likelyInput(random, calculator);
    const pairs = random.chance(0.15) ? mutated(random, input) : Object.entries(input);
    const path = `/api/v1/${name}`;
    const common = {
      headers: callerHeaders(random, caller),
      ...(caller.refused === null ? {} : { mustFail: caller.refused }),
      ...(caller.client === null ? {} : { client: caller.client, units: () => 1 }),
      operation: `GET /api/v1/${calculator.name}`,
      secrets: caller.secrets,
    };
    if (random.chance(0.55)) {
      const query = queryOf([...pairs, ...controls(random), ...caller.query]);
      const method = random.chance(0.95) ? 'GET' : random.pick(['HEAD', 'DELETE', 'PUT', 'OPTIONS', 'TRACE']);
      return { ...common, method, target: path + query, body: null };
    }
    return {
      ...common,
      method: 'POST',
      target: path + queryOf([...controls(random), ...caller.query]),
      ...posted(random, jsonText(pairs), common.headers),
    };
  },
};

/** A mostly complete body, with a mostly correct media type. */
export function posted(random: Random, text: string, headers: readonly string[]): Pick<Shot, 'headers' | 'body'> {
  const type = random.chance(0.98) ? 'application/json' : random.pick(MEDIA_TYPES);
  const body = random.chance(0.94) ? Buffer.from(text) : brokenBytes(random, text);
  return { headers: [...headers, 'Content-Type', type], body };
}

function strangePath(random: Random): string {
  return encodeURIComponent(strangeText(random).toWellFormed()).slice(0, 3_000).replace(/%.?$/, '');
}
