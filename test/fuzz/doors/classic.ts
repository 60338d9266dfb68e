import { classicEndpoints } from '../../../plugins/classic/endpoints.ts';
import { jsonText, mutated } from '../json-mutations.ts';
import { queryOf } from '../shot.ts';
import { posted } from './calculators.ts';
import type { Door } from './door.ts';
import { callerHeaders } from './keyed.ts';

/** The classic API, through marketplaces and with v1 keys. */
export const classicDoor: Door = {
  name: 'classic',
  weight: 8,
  shot(random, { consumers, callers }) {
    const caller = random.weighted(random.chance(0.7) ? consumers : callers);
    const { path, post, postOnly, example } = random.pick(classicEndpoints);
    const input = Object.fromEntries(
      Object.entries(example).map(([name, value]) => [name, near(random.between(0.97, 1.03), value)]),
    );
    const pairs = random.chance(0.25) ? mutated(random, input) : Object.entries(input);
    const common = {
      headers: callerHeaders(random, caller),
      ...(caller.refused === null ? {} : { mustFail: caller.refused }),
      ...(caller.client === null ? {} : { client: caller.client, units: () => 1 }),
      secrets: caller.secrets,
    };
    const posts = post !== undefined && (postOnly === true || random.chance(0.3));
    if (!posts)
      return {
        ...common,
        method: 'GET',
        target: `/classic/${path}${queryOf([...pairs, ...caller.query])}`,
        body: null,
      };
    const target = `/classic/${post}${queryOf(caller.query)}`;
    if (random.chance(0.7))
      return { ...common, method: 'POST', target, ...posted(random, jsonText(pairs), common.headers) };
    const form = queryOf(pairs).slice(1);
    const headers = [...common.headers, 'Content-Type', 'application/x-www-form-urlencoded'];
    return { ...common, method: 'POST', target, headers, body: Buffer.from(form) };
  },
};

function near(factor: number, value: string | number): string | number {
  return typeof value === 'number' && !Number.isInteger(value) ? Number((value * factor).toFixed(2)) : value;
}
