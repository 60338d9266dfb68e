import { afterAll, beforeAll, expect, it } from 'vitest';
import { isCrossOrigin } from '../../../gateway/web/platform/csrf.ts';
import { firstAdmin, PASSWORD } from '../../support/browser.ts';
import { startTestGateway, type TestGateway } from '../../support/in-process-gateway.ts';

// The attack: a page of evil.example points its name at the gateway in the visitor's network (DNS rebinding). The
// browser then treats the gateway as the page's own origin and sends `Sec-Fetch-Site: same-origin`, which was trusted
// alone. The page could sign in, with passwords of its choice, and read every answer.

const EMAIL = 'ann@example.com';
const SAME = { 'Sec-Fetch-Site': 'same-origin' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  await firstAdmin(gateway, EMAIL);
});
afterAll(() => gateway.stop());

const signIn = async (headers: Record<string, string>) =>
  (await gateway.post('/platform/v1/session', { email: EMAIL, password: PASSWORD }, headers)).status;

it('a page whose origin differs from BASE_URL cannot sign in, even if the browser calls it same-origin', async () => {
  const { port } = gateway;
  for (const origin of [
    `http://evil.example:${port}`,
    `https://127.0.0.1:${port}`,
    'http://127.0.0.1:1',
    'null',
    'x',
  ]) {
    expect(await signIn({ Origin: origin }), origin).toBe(403);
    expect(await signIn({ Origin: origin, ...SAME }), origin).toBe(403);
  }
  expect(await signIn({ Origin: gateway.baseUrl, 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await signIn({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
});

it('the pages of BASE_URL can sign in, and so can programs, which send no origin', async () => {
  expect(await signIn({ Origin: gateway.baseUrl, ...SAME })).toBe(201);
  expect(await signIn({ Origin: gateway.baseUrl })).toBe(201);
  expect(await signIn({})).toBe(201);
});

const PUBLIC = 'https://api.example.com';

it.each([
  [{ origin: PUBLIC, host: 'api.example.com' }, false],
  // Behind a proxy that forwards another host name.
  [{ origin: PUBLIC, host: '10.0.0.7:8080' }, false],
  // An operator on the machine itself or through a tunnel: DNS cannot point these names elsewhere.
  [{ origin: 'http://localhost:8080', host: 'localhost:8080' }, false],
  [{ origin: 'http://[::1]:8080', host: '[::1]:8080' }, false],
  [{ origin: 'http://localhost:3000', host: 'localhost:8080' }, true],
  [{ origin: 'http://localhost.evil.example', host: 'localhost.evil.example' }, true],
  [{ origin: 'http://10.0.0.7:8080', host: '10.0.0.7:8080' }, true],
  [{ origin: 'http://api.example.com', host: 'api.example.com' }, true],
  [{ origin: 'https://api.example.com.evil.example', host: 'api.example.com' }, true],
  [{ origin: 'https://api.example.com, https://evil.example', host: 'api.example.com' }, true],
])('with its own BASE_URL, %o crosses origins: %s', (headers, crosses) => {
  expect(isCrossOrigin(headers, PUBLIC)).toBe(crosses);
  expect(isCrossOrigin({ ...headers, 'sec-fetch-site': 'same-origin' }, PUBLIC)).toBe(crosses);
});
