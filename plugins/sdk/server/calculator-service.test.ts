import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import energy from '../../v1-energy/plugin.ts';
import { IDENTITY_HEADERS, identitySigner, type SignedCall } from '../identity/signature.ts';
import { definePlugin } from '../plugin/define-plugin.ts';
import { type CalculatorServiceOptions, calculatorService } from './calculator-service.ts';
import { drain, listenOn } from './http-server.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const NOW = 1_767_225_600_000;
const TDEE = '/api/v1/tdee?weight=82&height=178&age=34&gender=male&activity_level=moderately_active';

const tdee = energy.calculators.find(({ name }) => name === 'tdee');
if (!tdee) throw new Error('v1-energy has tdee');
const broken = definePlugin({
  name: 'broken',
  version: '1.0.0',
  mount: '/api/broken',
  channels: ['direct'],
  calculators: [
    {
      ...tdee,
      answer() {
        throw new Error('a bug');
      },
    },
  ],
});

const english = definePlugin({
  name: 'english',
  version: '1.0.0',
  mount: '/api/english',
  channels: ['direct'],
  calculators: [{ ...tdee, family: { ...tdee.family, messages: { ...tdee.family.messages, languages: ['en'] } } }],
});

const servers: Server[] = [];
const errors: string[] = [];
let draining = false;

async function start(unsigned: CalculatorServiceOptions['unsigned']): Promise<string> {
  const server = createServer(
    calculatorService({
      plugins: [energy, broken, english],
      baseUrl: 'https://api.example.com',
      secrets: [SECRET],
      unsigned,
      now: () => NOW,
      draining: () => draining,
      onError: (error, requestId) => errors.push(`${requestId}: ${String(error)}`),
    }),
  );
  servers.push(server);
  return `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}`;
}

let refusing: string;
let answering: string;
beforeAll(async () => {
  refusing = await start('refuse');
  answering = await start('answer');
});
beforeEach(() => {
  draining = false;
});
afterAll(() => Promise.all(servers.map((server) => drain(server, 100))));

/** The headers with which the gateway sends a call. */
function signed(target: string, change: Partial<SignedCall> = {}, plugin = 'v1-energy'): Record<string, string> {
  const call: SignedCall = {
    time: NOW / 1_000,
    method: 'GET',
    target,
    client: 'client-1',
    requestId: 'request-1',
    language: 'en',
    authenticated: true,
    ...change,
  };
  return {
    [IDENTITY_HEADERS.client]: call.client,
    [IDENTITY_HEADERS.requestId]: call.requestId,
    [IDENTITY_HEADERS.language]: call.language,
    [IDENTITY_HEADERS.authenticated]: String(call.authenticated),
    [IDENTITY_HEADERS.time]: String(call.time),
    [IDENTITY_HEADERS.signature]: identitySigner({ secret: SECRET, plugin }).sign(call),
  };
}

async function ask(url: string, init?: RequestInit) {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

describe('a signed call', () => {
  it('is answered as the gateway itself would', async () => {
    const { status, headers, body } = await ask(refusing + TDEE, { headers: signed(TDEE) });
    expect([status, headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body).toMatchObject({ tdee: 2739.63, bmr: 1767.5, _api_metadata_: { authenticated: true } });
  });

  it('is answered in the language that the gateway negotiated, under its request id', async () => {
    const headers = { ...signed('/api/v1/tdee', { language: 'de' }), 'Accept-Language': 'ja' };
    const { status, body } = await ask(`${refusing}/api/v1/tdee`, { headers });
    expect(status).toBe(400);
    expect(body).toMatchObject({ language: 'de', request_id: 'request-1', title: 'Ungültige Parameter' });
    expect(body.type).toBe('https://api.example.com/docs/errors/invalid-parameters');
  });

  it('says whether the gateway vouches for the caller', async () => {
    const { body } = await ask(refusing + TDEE, { headers: signed(TDEE, { authenticated: false }) });
    expect(body._api_metadata_).toEqual({ endpoint_name: 'tdee', authenticated: false });
  });

  it('in a language that the endpoint does not have is answered in English, and says so', async () => {
    const target = TDEE.replace('v1', 'english');
    for (const language of ['de', 'nl']) {
      const call = { headers: signed(target, { language }, 'english') };
      const { headers, body } = await ask(refusing + target, call);
      expect([headers.get('Content-Language'), body.language]).toEqual(['en', 'en']);
    }
  });
});

describe('a call that the gateway did not sign', () => {
  const cases: Record<string, Record<string, string>> = {
    'without a signature': {},
    'signed for another plugin': signed(TDEE, {}, 'v1-body'),
    'signed for another address': signed('/api/v1/tdee?weight=81'),
    'signed more than a minute ago': signed(TDEE, { time: NOW / 1_000 - 61 }),
  };
  it.each(Object.entries(cases))('%s is refused', async (_, headers) => {
    const { status, headers: answered, body } = await ask(refusing + TDEE, { headers });
    expect([status, body.code, body.status]).toEqual([401, 'service-signature', 401]);
    expect(answered.get('WWW-Authenticate')).toBe('GatewaySignature');
    expect(body).not.toHaveProperty('tdee');
  });

  it.each(Object.entries(cases))('%s is answered as not authenticated where that is wanted', async (_, headers) => {
    const { status, body } = await ask(answering + TDEE, { headers });
    expect([status, body.tdee]).toEqual([200, 2739.63]);
    expect(body._api_metadata_).toEqual({ endpoint_name: 'tdee', authenticated: false });
    expect(JSON.stringify(body)).not.toContain('request-1');
  });

  it('gets the language that it asks for', async () => {
    const headers = { 'Accept-Language': 'fr' };
    expect((await ask(refusing + TDEE, { headers })).body.language).toBe('fr');
    expect((await ask(`${answering}${TDEE}&lang=es`, { headers })).body.language).toBe('es');
  });
});

describe('the service', () => {
  it('knows its paths and nothing near them', async () => {
    const { status, body } = await ask(`${answering}/api/v1/tede`);
    expect([status, body.code]).toEqual([404, 'unknown-calculator']);
    expect(body.nearest).toContain('tdee');
    for (const path of ['/', '/api/v1', '/api/v1/tdee/', '/api/v1/%74dee', '/api/v1//tdee']) {
      expect((await ask(answering + path)).status).toBe(404);
    }
  });

  it('names the methods that an address takes', async () => {
    const { status, headers, body } = await ask(answering + TDEE, { method: 'DELETE' });
    expect([status, headers.get('Allow'), body.code]).toEqual([405, 'GET, HEAD, POST', 'method-not-allowed']);
  });

  it('answers HEAD with the headers of GET', async () => {
    const get = await fetch(answering + TDEE);
    const head = await fetch(answering + TDEE, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['Content-Type', 'Content-Length', 'Content-Language']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  it('takes bodies of 64 KB and refuses a byte more', async () => {
    const body = JSON.stringify({ weight: 82, height: 178, age: 34, gender: 'male', activity_level: 'sedentary' });
    const post = (length: number) =>
      ask(`${answering}/api/v1/tdee`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: body.padEnd(length),
      });
    expect((await post(65_536)).status).toBe(200);
    expect((await post(65_537)).body.code).toBe('payload-too-large');
    expect((await post(1_000_000)).body.code).toBe('payload-too-large');
  });

  it('lets no cache keep an answer', async () => {
    expect((await ask(answering + TDEE)).headers.get('Cache-Control')).toBe('private, no-store');
  });

  it('answers a calculator that throws with 500, reports the error, and goes on', async () => {
    const { status, body } = await ask(`${refusing}/api/broken/tdee`, {
      headers: signed('/api/broken/tdee', {}, 'broken'),
    });
    expect([status, body.status]).toEqual([500, 500]);
    expect(JSON.stringify(body)).not.toContain('bug');
    expect(errors).toEqual(['request-1: Error: a bug']);
    expect((await ask(answering + TDEE)).status).toBe(200);
  });

  it('reports its health, and that it is draining', async () => {
    const well = await ask(`${refusing}/healthz`);
    expect([well.status, well.body]).toEqual([200, { status: 'ok' }]);
    draining = true;
    const leaving = await ask(`${refusing}/healthz`);
    expect([leaving.status, leaving.headers.get('Connection')]).toEqual([503, 'close']);
    const last = await ask(refusing + TDEE, { headers: signed(TDEE) });
    expect([last.status, last.headers.get('Connection')]).toEqual([200, 'close']);
  });
});
