import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../calculators/kit/index.ts';
import { TDEE, type TestGateway } from '../support/in-process-gateway.ts';
import { MODES } from '../support/modes.ts';

describe.each(MODES)('with calculators %s', (_mode, start) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await start();
  });
  afterAll(() => gateway.stop());

  describe('an answer', () => {
    it('is exactly the TDEE answer of the contract', async () => {
      const response = await gateway.get(TDEE);
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({
        tdee: 2739.63,
        bmr: 1767.5,
        activity_multiplier: 1.55,
        profile: { age: 34, weight_kg: 82, height_cm: 178, gender: 'male', activity_level: 'moderately_active' },
        language: 'en',
        _api_metadata_: { endpoint_name: 'tdee', authenticated: true },
      });
    });

    it('carries the headers of the contract', async () => {
      const { headers } = await gateway.get(TDEE);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('content-language')).toBe('en');
      expect(headers.get('vary')).toBe('Accept-Language');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}-[0-9a-z]+$/);
      // The plan of the first client has no limit.
      expect(headers.has('ratelimit-policy')).toBe(false);
      expect(headers.has('ratelimit')).toBe(false);
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    });

    it('is the same for GET with ?apikey=, for POST, and for HEAD without a body', async () => {
      const byHeader = await (await gateway.get(TDEE)).text();
      expect(await (await gateway.get(`${TDEE}&apikey=${gateway.key}`, {})).text()).toBe(byHeader);
      const body = { weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'moderately_active' };
      expect(await (await gateway.post('/api/v1/tdee', body)).text()).toBe(byHeader);
      const head = await fetch(gateway.baseUrl + TDEE, { method: 'HEAD', headers: { 'X-API-Key': gateway.key } });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-length')).toBe(String(byHeader.length));
      expect(await head.text()).toBe('');
    });

    it.each(LANGUAGES)('is in %s by lang and by Accept-Language, problems included', async (language) => {
      const bmi = '/api/v1/bmi?weight=65&height=168';
      const byLang = await gateway.get(`${bmi}&lang=${language}`);
      expect(byLang.headers.get('content-language')).toBe(language);
      const body = await byLang.text();
      expect(JSON.parse(body)).toMatchObject({ language, category: 'normal' });
      const byHeader = await gateway.get(bmi, {
        'X-API-Key': gateway.key,
        'Accept-Language': `${language}-XX, en;q=0.1`,
      });
      expect(await byHeader.text()).toBe(body);
      const problem = await gateway.get(`/api/v1/bmi?weight=1&lang=${language}`);
      expect(problem.status).toBe(400);
      expect(problem.headers.get('content-language')).toBe(language);
      expect(await problem.json()).toMatchObject({ language });
    });

    it('has Arabic labels and problems for lang=ar', async () => {
      const arabic = /[\u0600-\u06ff]{3}/;
      expect(await (await gateway.get('/api/v1/bmi?weight=65&height=168&lang=ar')).json()).toMatchObject({
        category_label: expect.stringMatching(arabic),
      });
      expect(await (await gateway.get('/api/v1/bmi?weight=abc&lang=ar')).json()).toMatchObject({
        title: expect.stringMatching(arabic),
        detail: expect.stringMatching(arabic),
        errors: [{ message: expect.stringMatching(arabic) }, { message: expect.stringMatching(arabic) }],
      });
      const unauthorized = await gateway.get('/api/v1/bmi', { 'Accept-Language': 'ar' });
      expect(await unauthorized.json()).toMatchObject({ title: expect.stringMatching(arabic) });
    });

    it('explains itself with detail=full', async () => {
      const body = await (await gateway.get(`${TDEE}&detail=full`)).json();
      expect(body).toMatchObject({
        details: {
          equation: { key: 'mifflin_st_jeor' },
          sources: [{ doi: '10.1093/ajcn/51.2.241' }, { citation: expect.stringContaining('McArdle') }],
          warnings: [],
          notes: expect.arrayContaining(['For information only; not medical advice.']),
        },
      });
    });
  });

  describe('a mistake', () => {
    it('is listed with all others, and with the nearest name', async () => {
      const response = await gateway.get('/api/v1/bmi?weight=abc&hieght=180');
      expect(response.status).toBe(400);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      const problem = await response.json();
      expect(problem).toMatchObject({
        type: `${gateway.baseUrl}/docs/errors/invalid-parameters`,
        status: 400,
        code: 'invalid-parameters',
        request_id: response.headers.get('x-request-id'),
        errors: [
          { field: 'hieght', code: 'unknown_nearest', message: expect.stringContaining('height') },
          { field: 'weight', code: 'not_a_number' },
        ],
      });
    });

    it.each([
      'weight=0x50',
      'weight=1e2',
      'weight=',
      'weight=80&weight=80',
      'weight=%2080',
      'weight=８０',
      'age=30.5&weight=80',
    ])('%s is 400', async (query) => {
      expect((await gateway.get(`/api/v1/bmi?height=180&${query}`)).status).toBe(400);
    });

    it.each([
      ['malformed-query', 400, '/api/v1/bmi?weight=%zz', undefined],
      ['malformed-json', 400, '/api/v1/bmi', '{"weight":80'],
      ['malformed-json', 400, '/api/v1/bmi', '[]'],
      ['malformed-json', 400, '/api/v1/bmi', ''],
      ['repeated-member', 400, '/api/v1/bmi', '{"weight":80,"weight":81,"height":180}'],
      ['payload-too-large', 413, '/api/v1/bmi', `{"weight":80,"height":${'1'.repeat(70_000)}}`],
      ['unknown-calculator', 404, '/api/v1/tde', undefined],
      ['not-found', 404, '/nothing', undefined],
      ['uri-too-long', 414, `/api/v1/bmi?weight=${'8'.repeat(9_000)}`, undefined],
    ])('%s is %i', async (code, status, path, body) => {
      const response = body === undefined ? await gateway.get(path) : await gateway.post(path, body);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ code, status, language: 'en' });
    });

    it('in the media type is 415', async () => {
      const response = await gateway.post('/api/v1/bmi', 'weight=80', {
        'X-API-Key': gateway.key,
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      expect(response.status).toBe(415);
    });

    it('in the method is 405 with Allow', async () => {
      const response = await fetch(`${gateway.baseUrl}/api/v1/bmi`, {
        method: 'DELETE',
        headers: { 'X-API-Key': gateway.key },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
      expect(response.headers.get('x-gateway-error')).toBe('method-not-allowed');
    });

    it('in the name of a calculator is answered with the nearest names', async () => {
      expect(await (await gateway.get('/api/v1/tde')).json()).toMatchObject({
        nearest: expect.arrayContaining(['tdee']),
      });
    });
  });

  describe('GET /api/v1', () => {
    it('lists every calculator with its inputs and the release', async () => {
      const response = await gateway.get('/api/v1?lang=de');
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        release: '1.0.0',
        language: 'de',
        calculators: expect.arrayContaining([
          expect.objectContaining({
            name: 'bmi',
            since: 'classic',
            languages: LANGUAGES,
            inputs: expect.arrayContaining([
              expect.objectContaining({ name: 'weight', type: 'number', required: true, unit: 'kg', min: 2, max: 650 }),
            ]),
          }),
        ]),
      });
    });

    it('refuses unknown parameters', async () => {
      expect((await gateway.get('/api/v1?page=2')).status).toBe(400);
    });
  });
});
