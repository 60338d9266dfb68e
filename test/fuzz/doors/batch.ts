import { allCalculators, likelyInput } from '../calculator-inputs.ts';
import { jsonText, mutated } from '../json-mutations.ts';
import type { Random } from '../random.ts';
import { queryOf } from '../shot.ts';
import { strangeText, strangeValue } from '../strange-values.ts';
import { posted } from './calculators.ts';
import type { Door } from './door.ts';
import { callerHeaders, controls } from './keyed.ts';

const calculators = await allCalculators();

/** Batches of a few calculations, now and then of a hundred, with some mistakes. */
export const batchDoor: Door = {
  name: 'batch',
  weight: 8,
  shot(random, { callers }) {
    const caller = random.weighted(callers);
    const count = random.chance(0.9) ? 1 + random.below(5) : random.pick([0, 20, 100, 101]);
    const requests = Array.from({ length: count }, () => requestText(random));
    const text = random.chance(0.95)
      ? `{"requests":[${requests.join(',')}]}`
      : jsonText(mutated(random, { requests: [] }));
    return {
      method: 'POST',
      target: `/api/v1/batch${queryOf([...controls(random), ...caller.query])}`,
      ...posted(random, text, callerHeaders(random, caller)),
      ...(caller.refused === null ? {} : { mustFail: caller.refused }),
      ...(caller.client === null ? {} : { client: caller.client, units: unitsOfBatch }),
      operation: 'POST /api/v1/batch',
      secrets: caller.secrets,
    };
  },
};

function requestText(random: Random): string {
  if (random.chance(0.03)) return JSON.stringify(strangeValue(random)) ?? 'null';
  const { calculator, names } = random.pick(calculators);
  const input = likelyInput(random, calculator);
  const name = random.chance(0.95)
    ? random.pick(names)
    : random.pick(['list', 'batch', 'mcp', '', '../bmi', strangeText(random)]);
  const more = random.chance(0.1) ? `,"lang":${JSON.stringify(random.pick(['de', 'ar', 'xx', 7]))}` : '';
  const inputText = random.chance(0.85) ? JSON.stringify(input) : jsonText(mutated(random, input));
  return `{"calculator":${JSON.stringify(name)},"input":${inputText}${more}}`;
}

interface BatchAnswer {
  readonly results: readonly { readonly status: number }[];
}

/** One unit per successful calculation. */
function unitsOfBatch(body: string): number {
  const { results }: BatchAnswer = JSON.parse(body);
  return results.filter(({ status }) => status < 300).length;
}
