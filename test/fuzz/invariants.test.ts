import { expect, it } from 'vitest';
import { AnswerSchemas } from './answer-schemas.ts';
import { readAnswer } from './connection.ts';
import { violations } from './invariants.ts';
import { randomOfCall } from './random.ts';
import type { Answer, Shot } from './shot.ts';
import type { World } from './world.ts';

// A fuzzer that finds nothing may be blind: each invariant gets an answer that breaks it.

const document = {
  paths: {
    '/api/v1/bmi': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'object', properties: { bmi: { type: 'number' } }, required: ['bmi'] },
              },
            },
          },
        },
      },
    },
  },
};
const schemas = new AnswerSchemas(JSON.stringify(document));
const world = {
  gateway: { dataDir: '/data/of/the/gateway' },
  ownerOf: (id: string) => (id.endsWith('B') ? 2 : 1),
} as World;
const shot: Shot = {
  door: 'calculators',
  method: 'GET',
  target: '/api/v1/bmi?weight=80',
  headers: [],
  body: null,
  operation: 'GET /api/v1/bmi',
  secrets: ['vg_live_secret'],
  tenant: 1,
};
const headers = new Map([
  ['content-type', 'application/json; charset=utf-8'],
  ['x-request-id', '0123456789abcdef-1'],
  ['cache-control', 'private, no-store'],
  ['x-content-type-options', 'nosniff'],
]);
const good: Answer = { status: 200, headers, body: '{"bmi":23.03}', ms: 1 };
const problem = {
  ...good,
  status: 404,
  headers: new Map([...headers, ['content-type', 'application/problem+json; charset=utf-8']]),
  body: JSON.stringify({
    type: 'http://x/docs/errors/not-found',
    title: 't',
    status: 404,
    detail: 'd',
    code: 'not-found',
    request_id: '0123456789abcdef-1',
    language: 'en',
  }),
};
const found = (answer: Partial<Answer>, of: Partial<Shot> = {}) =>
  violations({ world, schemas, limitMs: 250 }, { ...shot, ...of }, { ...good, ...answer });

it('a correct answer breaks no invariant', () => {
  expect(found({})).toEqual([]);
  expect(found(problem)).toEqual([]);
});

it.each<[string, Partial<Answer>, Partial<Shot>?]>([
  ['a 5xx', { ...problem, status: 500 }],
  ['a slow answer', { ms: 251 }],
  ['a call that must fail and does not', {}, { mustFail: 'no key' }],
  ['null for a number', { body: '{"bmi":null}' }],
  ['a member that is missing', { body: '{}' }],
  ['NaN in a text', { body: '{"bmi":1,"text":"NaN kg"}' }],
  ['no JSON', { body: '{"bmi":NaN}' }],
  ['the key', { body: '{"bmi":1,"key":"vg_live_secret"}' }],
  ['a stack', { body: '{"bmi":1,"text":"Error\\n    at x (file.ts:1:2)"}'.replace('\\n', '\n') }],
  ['a hash', { body: '{"bmi":1,"hash":"$argon2id$v=19"}' }],
  ['the data folder', { body: '{"bmi":1,"path":"/data/of/the/gateway/records.sqlite"}' }],
  ['an id of another client', { body: '{"bmi":1,"id":"us_000000000000000000000B"}' }],
  ['no request id', { headers: new Map([...headers].filter(([name]) => name !== 'x-request-id')) }],
  ['a cache that may keep it', { headers: new Map([...headers, ['cache-control', 'public']]) }],
  ['a problem of another status', { ...problem, body: problem.body.replace('"status":404', '"status":400') }],
  ['a problem that is not in the catalogue', { ...problem, body: problem.body.replaceAll('not-found', 'lost') }],
  ['a problem of another request', { ...problem, body: problem.body.replace('abcdef-1', 'abcdef-2') }],
])('%s breaks an invariant', (_what, answer, of) => {
  expect(found(answer, of)).not.toEqual([]);
});

it('an answer is read when it is complete, in one piece or in chunks', () => {
  const whole = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1');
  expect(readAnswer(whole, false, false)).toMatchObject({
    answer: { status: 200, body: '{}' },
    used: whole.length - 8,
  });
  expect(readAnswer(whole.subarray(0, 38), false, false)).toBeNull();
  const chunks = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n');
  expect(readAnswer(chunks, false, false)).toMatchObject({ answer: { body: '{}' } });
  expect(readAnswer(chunks.subarray(0, -1), false, false)).toBeNull();
});

it('a call depends only on the seed and its number', () => {
  const numbers = (seed: number, call: number) => {
    const random = randomOfCall(seed, call);
    return [random.next(), random.next(), random.next()];
  };
  expect(numbers(1, 2)).toEqual(numbers(1, 2));
  expect(new Set([numbers(1, 2), numbers(1, 3), numbers(2, 2)].map(String)).size).toBe(3);
});
