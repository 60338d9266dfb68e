import type { Check } from '../calls/check.ts';
import type { Exchange } from '../calls/subject.ts';
import { outputFailures } from './examples.ts';

// A contract of its own has its own names, errors and words, so a plugin is judged by what it declares.

export const ownExamples: Check = {
  name: 'examples',
  mend: 'Answer every example that the plugin declares with 200 and its output.',
  async *failures({ examples, call }) {
    for (const { input, output } of examples) yield* outputFailures(await call(input), output);
  },
};

export const mediaTypes: Check = {
  name: 'media types',
  mend: 'Answer every example in a media type of mediaTypes, by default application/json, in every language.',
  async *failures({ manifest, examples, call }) {
    const allowed = manifest.mediaTypes ?? ['application/json'];
    for (const language of manifest.languages) {
      for (const { input } of examples) {
        const { answer, told } = await call(input, { language });
        const type = answer.headers['content-type'] ?? '';
        if (!allowed.includes(type.split(';', 1)[0] ?? ''))
          yield `${told}: Content-Type is "${type}", expected ${allowed.join(' or ')}`;
      }
    }
  },
};

export const anyInput: Check = {
  name: 'any input',
  mend: 'Answer any query and any body: mistakes of a caller are answered with a status from 400 to 499.',
  async *failures({ takes, get, post, good }) {
    const asked: Promise<Exchange>[] = [];
    if (takes('GET')) {
      asked.push(get({}), get({ ...good, no_such_parameter: '1' }), get(good, { query: 'a=%zz' }));
      for (const name of Object.keys(good)) asked.push(get({ ...good, [name]: 'x' }), get({ ...good, [name]: '' }));
    }
    if (takes('POST')) for (const body of ['', '{', '[]', 'null', '"x"', '{"a":NaN}']) asked.push(post(body));
    for (const { answer, told } of await Promise.all(asked)) {
      if (answer.status >= 500) yield `${told} was answered ${answer.status}`;
    }
  },
};
