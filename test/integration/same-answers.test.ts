import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';

let gateways: TestGateway[];
beforeAll(async () => {
  gateways = await Promise.all(MODES.map(([, start]) => start()));
});
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

const BMI = '/api/v1/bmi?weight=65&height=168';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const long = `{"weight":65,"height":168,"x":"${'x'.repeat(70_000)}"}`;

const QUESTIONS: readonly (readonly [path: string, options?: RequestInit])[] = [
  [TDEE],
  [`${TDEE}&detail=full&units=metric`],
  [TDEE, { method: 'HEAD' }],
  ...LANGUAGES.map((language) => [`${BMI}&lang=${language}&detail=full`] as const),
  ...LANGUAGES.map((language) => ['/api/v1/bmi?weight=x', { headers: { 'Accept-Language': language } }] as const),
  ['/api/v1/bmi?weight=143&height=66&units=imperial'],
  ['/api/v1/bmi?weight=65&height=168&weight=65'],
  ['/api/v1/bmi?hieght=168&weight=65'],
  ['/api/v1/bmi?weight=%zz'],
  ['/api/v1/bmi?weight=65&height=168&lang=xx'],
  ['/api/v1/sinclair-total?gender=male&weight=89&total=320&as_of=2024-08-11&detail=full'],
  ['/api/v1/sinclair-total.svg?gender=male&weight=89&total=320&as_of=2024-08-11'],
  ['/api/v1/bmi?weight=65&height=168&as_of=2016-12-31&lang=fr'],
  ['/api/v1/bmi', { method: 'POST', headers: JSON_TYPE, body: '{"weight":65,"height":168}' }],
  ['/api/v1/bmi?lang=de', { method: 'POST', headers: JSON_TYPE, body: '{"weight":65}' }],
  ['/api/v1/bmi', { method: 'POST', headers: JSON_TYPE, body: '{"weight":65,"weight":66,"height":168}' }],
  ['/api/v1/bmi', { method: 'POST', headers: JSON_TYPE, body: '{"weight":' }],
  ['/api/v1/bmi', { method: 'POST', headers: JSON_TYPE, body: '' }],
  ['/api/v1/bmi', { method: 'POST', headers: JSON_TYPE, body: long }],
  ['/api/v1/bmi', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: long }],
  ['/api/v1/bmi', { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'weight=65' }],
  ['/api/v1/bmi', { method: 'POST', headers: JSON_TYPE, body: new Uint8Array([0x7b, 0xff, 0x7d]) }],
  ['/api/v1/bmi', { method: 'DELETE' }],
  ['/api/v1/bmii'],
  ['/api/v1'],
];

/** Headers that differ from call to call, or from second to second. */
const PASSING = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy']);

async function answer(gateway: TestGateway, path: string, options: RequestInit) {
  const headers = { 'X-API-Key': gateway.key, ...Object(options.headers) };
  const response = await fetch(gateway.baseUrl + path, { ...options, headers });
  const id = response.headers.get('x-request-id') ?? 'none';
  const body = (await response.text()).replaceAll(gateway.baseUrl, 'BASE').replaceAll(id, 'ID');
  // A body may hold the address of its gateway, so lengths are compared only for answers without a body.
  const compared = ([name]: readonly [string, string]) =>
    !PASSING.has(name) && (name !== 'content-length' || body === '');
  return { status: response.status, headers: [...response.headers].filter(compared), body };
}

it.each(QUESTIONS.map(([path, options = {}]) => [path, options] as const))(
  '%s %o has the same answer wherever the calculator runs',
  async (path, options) => {
    const [here, there] = await Promise.all(gateways.map((gateway) => answer(gateway, path, options)));
    expect(there).toEqual(here);
  },
);
