import { isDeepStrictEqual } from 'node:util';
import type { Check } from '../calls/check.ts';
import { membersOf } from '../calls/exchange.ts';
import type { Exchange, Inputs } from '../calls/subject.ts';

export const examples: Check = {
  name: 'examples',
  mend: 'Answer every example of the manifest with its output, rounded half away from zero.',
  async *failures({ examples: cases, inputs, call }) {
    if (inputs.length === 0) yield 'the manifest describes no inputs, so none can be checked';
    if (cases.length === 0) yield 'the manifest gives no examples, so there is nothing to check';
    for (const { input, output } of cases) yield* outputFailures(await call(input), output);
  },
};

export const post: Check = {
  name: 'post',
  mend: 'Take the same inputs from a JSON body as from the query, and answer the same.',
  async *failures(subject) {
    if (!subject.takes('GET') || !subject.takes('POST')) return;
    for (const { input } of subject.examples) {
      const [one, other] = [await subject.get(input), await subject.post(input)];
      if (!isDeepStrictEqual(membersOf(one.answer), membersOf(other.answer))) {
        yield `${other.told} was answered ${other.answer.text}, expected the answer of GET, ${one.answer.text}`;
      }
    }
  },
};

export const head: Check = {
  name: 'head',
  mend: 'Answer HEAD with the status and headers of GET, and without a body.',
  async *failures({ takes, get, ask, good }) {
    if (!takes('GET') || !takes('HEAD')) return;
    const { answer, call } = await get(good);
    const { answer: bare, told } = await ask({ ...call, method: 'HEAD' });
    if (bare.status !== answer.status) yield `${told} was answered ${bare.status}, GET ${answer.status}`;
    if (bare.text !== '') yield `${told} was answered with a body`;
    for (const name of ['content-type', 'content-language']) {
      if (bare.headers[name] !== answer.headers[name]) yield `${told}: ${name} differs from that of GET`;
    }
  },
};

export const aliases: Check = {
  name: 'aliases',
  mend: 'Give the same answer under every alias as under the name, with the alias as endpoint_name.',
  async *failures({ path, manifest, good, call }) {
    const { _api_metadata_: _, ...expected } = membersOf((await call(good)).answer);
    for (const alias of manifest.aliases ?? []) {
      const { answer, told } = await call(good, { path: path.slice(0, -manifest.name.length) + alias });
      const { _api_metadata_: metadata, ...body } = membersOf(answer);
      if (!isDeepStrictEqual(body, expected))
        yield `${told} was answered ${answer.text}, expected the answer under the name`;
      if (Object(metadata).endpoint_name !== alias) yield `${told}: endpoint_name is not ${alias}`;
    }
  },
};

/** Members of an answer that differ from an example. In objects, only the members of the example are compared. */
export function* outputFailures({ answer, told }: Exchange, output: Inputs): Generator<string> {
  if (answer.status !== 200) {
    yield `${told} was answered ${answer.status}, expected 200: ${answer.text}`;
    return;
  }
  const body = membersOf(answer);
  for (const [name, expected] of Object.entries(output)) {
    if (!includes(body[name], expected)) {
      yield `${told}: ${name} is ${JSON.stringify(body[name])}, expected ${JSON.stringify(expected)}`;
    }
  }
}

function includes(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    const list = Array.isArray(actual) ? actual : [];
    return list.length === expected.length && expected.every((one, at) => includes(list[at], one));
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  return Object.entries(expected).every(([name, value]) => includes(Object(actual)[name], value));
}
