import type { InputManifest } from '../../plugin/endpoint-manifest.ts';
import type { Check } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';
import { problemFailures } from '../calls/problem.ts';

/** The values just outside the bounds of a number. */
const STEP = 0.01;

export const bounds: Check = {
  name: 'bounds',
  mend: 'Refuse numbers below min as too_small and above max as too_large; the bounds themselves are valid. Never clamp.',
  async *failures({ inputs, good, call }) {
    for (const [side, code] of SIDES) {
      const bounded = inputs.flatMap((input) => {
        const bound = input[side];
        const isNumber = input.type === 'number' || input.type === 'integer';
        return bound === undefined || !isNumber ? [] : [{ input, bound }];
      });
      if (bounded.length === 0) continue;
      const outside = bounded.map(({ input, bound }) => [input.name, beyond(input, bound, side)]);
      const fields = Object.fromEntries(bounded.map(({ input }) => [input.name, [code]]));
      const refused = await call({ ...good, ...Object.fromEntries(outside) });
      yield* problemFailures(refused, { status: 400, code: 'invalid-parameters', fields });

      const at = Object.fromEntries(bounded.map(({ input, bound }) => [input.name, bound]));
      const { answer, told } = await call({ ...good, ...at });
      const { errors } = membersOf(answer);
      for (const error of Array.isArray(errors) ? errors : []) {
        const { field, code: found } = Object(error) as { field?: unknown; code?: unknown };
        if (found === code) yield `${told}: ${String(field)} is called ${code}, expected its bound to be valid`;
      }
      if (![200, 400, 422].includes(answer.status)) yield `${told} was answered ${answer.status}`;
    }
  },
};

const SIDES = [
  ['min', 'too_small'],
  ['max', 'too_large'],
] as const;

function beyond({ type }: InputManifest, bound: number, side: 'min' | 'max'): number {
  const step = type === 'integer' ? 1 : STEP;
  return Number((side === 'min' ? bound - step : bound + step).toFixed(6));
}

export const words: Check = {
  name: 'words',
  mend: 'Take exactly the words that the manifest allows, in lower case; refuse any other as not_allowed.',
  async *failures({ inputs, good, call }) {
    for (const attempt of ATTEMPTS) {
      const wrong: [string, string][] = [];
      for (const { name, type, allowed = type === 'boolean' ? ['true', 'false'] : [] } of inputs) {
        const [word] = allowed;
        if (word !== undefined && !allowed.includes(attempt(word))) wrong.push([name, attempt(word)]);
      }
      if (wrong.length === 0) continue;
      const fields = Object.fromEntries(wrong.map(([name]) => [name, ['not_allowed']]));
      const exchange = await call({ ...good, ...Object.fromEntries(wrong) });
      yield* problemFailures(exchange, { status: 400, code: 'invalid-parameters', fields });
    }
  },
};

/** Words that a lenient reader mistakes for the allowed one. */
const ATTEMPTS: readonly ((word: string) => string)[] = [
  () => 'no_such_word',
  (word) => word.toUpperCase(),
  (word) => ` ${word}`,
];
