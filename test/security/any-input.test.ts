import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';
import { rawRequest } from '../support/raw-request.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const NAMES = ['weight', 'height', 'age', 'gender', 'activity_level', 'body_fat', 'method', 'lang', 'units', 'detail'];
const VALUES = [
  '82',
  '178',
  '34',
  'male',
  'moderately_active',
  '-1',
  '1e999',
  'NaN',
  '',
  '__proto__',
  'imperial',
  'full',
  'ar',
];

/** No line feed: it would start another header. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replace(/[\r\n]/g, ''));
const name = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, text);
const value = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...VALUES) }, fc.double().map(String), text);
const path = fc.constantFrom('/api/v1/tdee', '/api/v1/bmi', '/api/v1', '/api/v1/nothing');

/** Expects an answer below 500 whose numbers are finite. */
async function expectHonest(lines: string[], body = ''): Promise<void> {
  const answer = await rawRequest(gateway.baseUrl, lines, body);
  expect(answer).toMatch(/^HTTP\/1\.1 [1234]\d\d /);
  expect(answer).not.toMatch(/:(NaN|-?Infinity|null)[,}]/);
}

const key = () => `X-API-Key: ${gateway.key}`;

describe('no input gives a 5xx, NaN or Infinity', () => {
  it('in a query, encoded or not', async () => {
    const pairs = fc.array(fc.tuple(name, value), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(path, pairs, fc.boolean(), async (target, given, encoded) => {
        const write = (part: string) => (encoded ? encodeURIComponent(part.toWellFormed()) : part.replace(/\s/g, ''));
        const query = given.map(([one, other]) => `${write(one)}=${write(other)}`).join('&');
        await expectHonest([`GET ${target}?${query} HTTP/1.1`, 'Host: x', key()]);
      }),
      { numRuns: 400 },
    );
  });

  it('in a body', async () => {
    const json = fc.oneof(
      fc
        .dictionary(name, fc.oneof(value, fc.double(), fc.integer(), fc.jsonValue()), { maxKeys: 8 })
        .map((body) => JSON.stringify(body)),
      fc.json(),
      text,
    );
    await fc.assert(
      fc.asyncProperty(path, json, async (target, body) => {
        const length = Buffer.byteLength(body);
        const type = 'Content-Type: application/json';
        await expectHonest([`POST ${target} HTTP/1.1`, 'Host: x', key(), type, `Content-Length: ${length}`], body);
      }),
      { numRuns: 300 },
    );
  });

  it('in headers, the key among them', async () => {
    const header = fc.constantFrom(
      'X-API-Key',
      'Accept-Language',
      'Content-Type',
      'traceparent',
      'X-Forwarded-Proto',
      'Upgrade',
      'Cookie',
      'X-Gateway-Client',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(header, text), { maxLength: 5 }), fc.boolean(), async (headers, keyed) => {
        const lines = headers.map(([one, other]) => `${one}: ${other}`);
        await expectHonest([
          'GET /api/v1/bmi?weight=80&height=180 HTTP/1.1',
          'Host: x',
          ...(keyed ? [key()] : []),
          ...lines,
        ]);
      }),
      { numRuns: 300 },
    );
  });

  it('in a path', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (part) => {
        await expectHonest([`GET /api/v1/${part.replace(/\s/g, '')} HTTP/1.1`, 'Host: x', key()]);
      }),
      { numRuns: 200 },
    );
  });
});
