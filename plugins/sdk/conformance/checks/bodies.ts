import { LARGEST_BODY } from '../../service/service.ts';
import type { Check } from '../calls/check.ts';
import { problemFailures } from '../calls/problem.ts';
import type { Inputs } from '../calls/subject.ts';

export const bodies: Check = {
  name: 'bodies',
  mend:
    'Take a body that is one JSON object in UTF-8; refuse any other as malformed-json, also with NaN or Infinity in it, ' +
    'which are not JSON. Refuse a member that occurs twice in an object as repeated-member.',
  async *failures({ takes, post, good }) {
    if (!takes('POST')) return;
    const text = JSON.stringify(good);
    const broken = [
      '',
      '{',
      '[]',
      'null',
      '1',
      '"x"',
      `${text},`,
      `${text}${text}`,
      "{'a':1}",
      '{"a":NaN}',
      '{"a":Infinity}',
    ];
    for (const body of broken) {
      yield* problemFailures(await post(body), { status: 400, code: 'malformed-json' });
    }
    const notUtf8 = new Uint8Array([...new TextEncoder().encode('{"a":"'), 0xff, ...new TextEncoder().encode('"}')]);
    yield* problemFailures(await post(notUtf8), { status: 400, code: 'malformed-json' });
    yield* problemFailures(await post(withFirstTwice(good)), { status: 400, code: 'repeated-member' });
    const nested = await post(`{"no_such_parameter":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`);
    if (nested.answer.status !== 400)
      yield `a body of ${DEEP} nested arrays was answered ${nested.answer.status}, expected 400`;
  },
};

/** Deep enough to exhaust the stack of a recursive parser. */
const DEEP = 10_000;

export const mediaType: Check = {
  name: 'media type',
  mend: 'Take application/json, with or without charset=utf-8, in any case; refuse any other media type with 415.',
  async *failures({ takes, post, good }) {
    if (!takes('POST')) return;
    for (const contentType of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      const { answer } = await post(good, { contentType });
      if (answer.status !== 200)
        yield `POST with Content-Type ${contentType} was answered ${answer.status}, expected 200`;
    }
    for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
      const { told, ...exchange } = await post(good, { contentType });
      const as = { ...exchange, told: `${told} with Content-Type ${contentType}` };
      yield* problemFailures(as, { status: 415, code: 'unsupported-media-type' });
    }
  },
};

export const size: Check = {
  name: 'size',
  mend: 'Take a body as long as the manifest says (largestBody, else 64 KB); refuse a byte more with 413 and read it to its end.',
  async *failures({ takes, post, good, manifest: { largestBody = LARGEST_BODY } }) {
    if (!takes('POST')) return;
    const body = JSON.stringify(good);
    const padded = (bytes: number) => body.padEnd(bytes - Buffer.byteLength(body) + body.length);
    const { answer } = await post(padded(largestBody));
    if (answer.status !== 200) yield `a body of ${largestBody} bytes was answered ${answer.status}, expected 200`;
    const { told: _, ...longer } = await post(padded(largestBody + 1));
    const exchange = { ...longer, told: `a body of ${largestBody + 1} bytes` };
    yield* problemFailures(exchange, { status: 413, code: 'payload-too-large' });
  },
};

/** The body with its first member repeated at the end. */
function withFirstTwice(values: Inputs): string {
  const [name = 'a', value = 1] = Object.entries(values)[0] ?? [];
  const first = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return `{${first},${first}}`;
}
