import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/in-process-gateway.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

const get = (path: string, accept: string, headers: Record<string, string> = {}) =>
  fetch(gateway.baseUrl + path, { headers: { Accept: accept, ...headers } });

describe.each([
  ['/nothing', 404, 'not-found'],
  ['/docs/nothing', 404, 'not-found'],
  ['/api/v1/bmi?weight=80&height=200', 401, 'invalid-credential'],
  ['/api/v1/bmi?apikey=vg_live_forged', 401, 'invalid-credential'],
  ['/platform/v1/session', 401, 'invalid-credential'],
])('%s', (path, status, code) => {
  it('is a page for a browser, with the headers of the problem', async () => {
    const answer = await get(path, BROWSER, { 'Accept-Language': 'ja' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Content-Language')).toBe('ja');
    expect(answer.headers.get('Vary')).toBe('Accept, Accept-Language, Accept-Encoding');
    expect(answer.headers.get('X-Gateway-Error')).toBe(code);
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    expect(answer.headers.has('WWW-Authenticate')).toBe(status === 401);
    const html = await answer.text();
    expect(html).toContain('<html lang="ja" dir="ltr">');
    expect(html).toContain(`docs/errors/${code}?lang=ja`);
    expect(html).not.toContain('forged');
  });

  it.each(['*/*', 'application/json', 'application/json, text/plain, */*'])('is JSON for %s', async (accept) => {
    const answer = await get(path, accept);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers.get('Vary')).toBe('Accept-Language');
    expect(answer.headers.get('Content-Encoding')).toBeNull();
    expect(await answer.json()).toMatchObject({ status, code, type: `${gateway.baseUrl}/docs/errors/${code}` });
  });
});

it('shows what is wrong with the inputs of a calculator', async () => {
  const headers = { 'Accept-Language': 'de', 'X-API-Key': gateway.key };
  const answer = await get('/api/v1/bmi?weight=abc&hight=<b>', BROWSER, headers);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
  expect(answer.headers.get('X-Gateway-Error')).toBe('invalid-parameters');
  const html = await answer.text();
  expect(html).toContain('<li>hight ist kein Parameter dieses Rechners. Meinten Sie height?</li>');
  expect(html).toContain('<li>weight muss eine in Ziffern geschriebene Zahl sein, zum Beispiel 72 oder 72.5.</li>');
  expect(html).toContain('docs/errors/invalid-parameters?lang=de');
  expect(html).not.toContain('<b>');
  const program = await get('/api/v1/bmi?weight=abc', 'application/json', headers);
  expect(program.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8');
});

it('the classic API keeps the form of its errors', async () => {
  const answer = await get('/classic/bmi', BROWSER);
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
});
