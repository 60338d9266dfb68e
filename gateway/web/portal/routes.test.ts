import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { CLINICAL_PLUGIN } from '../../../plugins/sdk/loading/sources.ts';
import type { Plan } from '../../accounts/plans/plans.ts';
import { listen } from '../../boot/process/server.ts';
import { homePage } from './home-page.ts';
import { portalRoutes } from './routes.ts';
import { MOST_IN_MINUTE } from './submission.ts';

const LIMITS = { ceiling: null, calculators: null, offered: true, mostKeys: null, mostUsers: null, outagePercent: 1 };
const PLANS: readonly Plan[] = [
  { ...LIMITS, name: 'free', quota: 1_000, burst: { q: 5, w: 1 }, mode: 'block', price: null },
  { ...LIMITS, name: 'pro', quota: 50_000, burst: null, mode: 'credits', price: { amount: 2, currency: 'EUR' } },
];

let base: string;
let close: () => Promise<void>;
/** The address that the visitor seems to have: each test is a network of its own. */
let address = '192.0.2.1';
beforeAll(async () => {
  const { plugins } = await loadPlugins([CLINICAL_PLUGIN]);
  const app = express();
  app.disable('etag');
  app.disable('query parser');
  app.use((req, _res, next) => {
    Object.assign(req, { call: { address } });
    next();
  });
  app.use(
    portalRoutes({
      plugins,
      baseUrl: 'https://api.example.com',
      platform: true,
      home: true,
      signUp: true,
      embedOrigins: ['https://clinic.example'],
      plans: async () => PLANS,
    }),
  );
  app.use((_req, res) => res.status(404).send('next'));
  const server = await listen(app, '127.0.0.1', 0);
  base = `http://127.0.0.1:${server.port}`;
  close = () => server.drain(0);
});
afterAll(() => close());

const get = (path: string) => fetch(`${base}/docs/calculators/${path}`);
const post = (path: string, body: Record<string, string> | string, headers: Record<string, string> = {}) =>
  fetch(`${base}/docs/calculators/${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new URLSearchParams(body),
    headers,
  });

describe('the page of a calculator', () => {
  it('shows the first example, computed and drawn, with the form, the code and the science', async () => {
    const response = await get('bmi');
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    const html = await response.text();
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    for (const part of [
      '<strong><bdi>23.03\u00a0kg/m²</bdi></strong>',
      'Normal weight',
      'role="img"',
      '<math display="block">',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).toContain('name="weight"');
    expect(html).toContain('curl -H &#34;X-API-Key: $KEY&#34;');
    expect(html).toContain('https://doi.org/10.1016/0021-9681(72)90027-6');
    expect(html).not.toMatch(/<script(?! src=)|<style|\son\w+=|\sstyle=/);
  });

  it('stays within 15 KB compressed, in English and Arabic', async () => {
    const list = await (await get('')).text();
    const names = [...list.matchAll(/<li><a href="([^"?]+)\?lang=/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(150);
    for (const page of names.flatMap((name) => [`${name}?lang=en`, `${name}?lang=ar`])) {
      expect(gzipSync(await (await get(page)).text()).length, page).toBeLessThanOrEqual(15_360);
    }
  });

  it('says when to use the calculator and when not', async () => {
    expect(await (await get('conception-date')).text()).toContain('<p class="use">Use it to estimate when');
    expect(await (await get('findrisc?lang=es')).text()).toContain('<p class="use">Útil para el cribado de adultos');
  });

  it('leads home: to the documentation, to all calculators and to its family, in the language of the page', async () => {
    const html = await (await get('max-heart-rate?lang=de')).text();
    const trail = /<nav class="trail".*?<\/nav>/s.exec(html)?.[0] ?? '';
    expect([...trail.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      '../../docs/getting-started?lang=de',
      '../../docs/calculators/?lang=de',
      '../../docs/calculators/?lang=de#family-heart',
    ]);
    const list = await (await get('?lang=de')).text();
    expect(list).toContain('id="family-heart"');
  });

  it('says on a clinical page that the result is not for diagnosis', async () => {
    expect(await (await get('egfr?lang=de')).text()).toContain('<p class="warning">Nicht zur Diagnose bestimmt');
    expect(await (await get('bmi?lang=de')).text()).not.toContain('Diagnose');
  });

  it('allows forms to itself alone', async () => {
    const policy = (await get('bmi')).headers.get('Content-Security-Policy') ?? '';
    expect(policy.split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self'",
    ]);
  });

  it('is in the language of lang, and keeps it at the next click', async () => {
    const html = await (await get('bmi?lang=ar')).text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('href="../../docs/calculators/?lang=ar"');
    expect(html).toContain('action="bmi?lang=ar#result"');
    expect(html).toContain('hreflang="de" href="https://api.example.com/docs/calculators/bmi?lang=de"');
  });

  it('names the classes by method', async () => {
    const html = await (await get('bmi')).text();
    // WHO's action point for Asian populations is 23; the first class of that table ends at 18.5.
    expect(html).toMatch(/<caption>Class · Quetelet index, WHO action points for Asian populations<\/caption>/);
    expect(html).toContain('<th scope="row">Increased risk</th><td dir="ltr">≥ 23, &#60; 27.5</td>');
  });

  it('is compressed, and the same without compression', async () => {
    const plain = await fetch(`${base}/docs/calculators/bmi`, { headers: { 'Accept-Encoding': 'identity' } });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(await plain.text()).toBe(await (await get('bmi')).text());
  });
});

describe('a posted form', () => {
  it('is answered with the result, on a page that no cache and no search engine keeps', async () => {
    address = '192.0.2.2';
    const response = await post('bmi', { units: 'metric', weight: '80', height: '200', age: '', method: 'who' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex');
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    const html = await response.text();
    // 80 / 2² = 20
    expect(html).toContain('<strong><bdi>20\u00a0kg/m²</bdi></strong>');
    expect(html).toContain('value="80"');
    expect(html).toContain('{&#34;weight&#34;:80,&#34;height&#34;:200,&#34;method&#34;:&#34;who&#34;}');
  });

  it('holds nothing but what the form brought and what everybody sees, so its compressed length reveals no secret', async () => {
    address = '192.0.2.12';
    const form = { units: 'metric', weight: '80', height: '200' };
    const visitor = await (await post('bmi', form)).text();
    const signedIn = await post('bmi', form, { Cookie: '__Host-vitalgate=secret', Authorization: 'Bearer secret' });
    expect(await signedIn.text()).toBe(visitor);
  });

  it('takes imperial units, and answers in them', async () => {
    address = '192.0.2.3';
    const html = await (await post('ideal-body-weight', { units: 'imperial', gender: 'male', height: '70' })).text();
    // Devine: 50 + 2.3 · 10 = 73 kg; 73 / 0.45359237 = 160.94 lb
    expect(html).toContain('<strong><bdi>160.94\u00a0lb</bdi></strong>');
    expect(html).toContain('value="imperial" checked');
    expect(html).toContain('?units=imperial');
  });

  it('takes the day whose defaults apply, and says which days there are', async () => {
    address = '192.0.2.13';
    const lift = { gender: 'male', weight: '193.609', total: '480', method: '' };
    expect(await (await get('sinclair-total')).text()).toContain('<input type="date" id="as_of"');
    expect(await (await get('bmi')).text()).not.toContain('id="as_of"');
    // From 193.609 kg the coefficient of the cycle 2021-2024 is 1.
    const html = await (await post('sinclair-total', { ...lift, as_of: '2024-08-11' })).text();
    expect(html).toContain('<strong><bdi>480</bdi></strong>');
    expect(html).toContain('?as_of=2024-08-11');
    expect(await (await post('sinclair-total', lift)).text()).not.toContain('<strong><bdi>480</bdi></strong>');
    const refused = await (await post('sinclair-total', { ...lift, as_of: '2016-12-31' })).text();
    expect(refused).toMatch(/id="as_of-mistake">[^<]*2017-01-01/);
  });

  it('names the main result by what it is, units as they are written, and methods by no name for programs', async () => {
    const main = async (name: string) =>
      /<p class="main"><span class="name">([^<]*)</.exec(await (await get(name)).text())?.[1];
    expect(await main('target-heart-rate')).toBe('Highest heart rate');
    expect(await main('corrected-age')).toBe('Age since birth');
    expect(await main('gestational-weight-gain')).toBe('Body mass index');
    const cholesterol = await (await get('cholesterol-ratios')).text();
    expect(cholesterol).toContain('>mg/dL</option>');
    expect(cholesterol).not.toContain('Mg/dL');
    const zones = await (await get('heart-rate-zones')).text();
    expect(zones).toMatch(/<label for="method">Equation to use/);
    expect(zones).toContain('without highest heart rate the highest heart rate is estimated');
  });

  it('takes a decimal comma', async () => {
    address = '192.0.2.4';
    expect(await (await post('bmi', { weight: '62,5', height: '250' })).text()).toContain(
      '<strong><bdi>10\u00a0kg/m²</bdi></strong>',
    );
  });

  it('keeps what was typed, and names each mistake at its field, by its label', async () => {
    address = '192.0.2.5';
    const response = await post('bmi?lang=de', { weight: '<80', height: '' });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('value="&#60;80"');
    expect(html).toMatch(/id="weight-mistake">Körpergewicht [^<]*Zahl/);
    expect(html).toContain('aria-describedby="height-hint height-mistake"');
    expect(html).not.toContain('role="img"');
  });

  it.each([
    ['a body that is no form', '{"weight":80}', { 'Content-Type': 'application/json' }],
    ['bytes that are no text', 'weight=%ff', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [
      'a body that is too long',
      `weight=${'8'.repeat(20_000)}`,
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
  ])('is refused for %s', async (_what, body, headers) => {
    address = '192.0.2.6';
    const response = await post('bmi', body, headers);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The form could not be read.');
  });

  it('is refused beyond the limit of the network, and not for its neighbours', async () => {
    address = '198.51.100.1';
    const send = () => post('bmi', { weight: '80', height: '200' });
    for (let sent = 0; sent < MOST_IN_MINUTE; sent += 1) expect((await send()).status).toBe(200);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('Too many calculations');
    address = '198.51.100.2';
    expect((await send()).status).toBe(200);
  });

  it('reaches no page but those of calculators', async () => {
    expect((await post('', {})).status).toBe(404);
    expect((await post('nothing', {})).status).toBe(404);
  });
});

describe('a calculator on another site', () => {
  const ask = (path: string, headers: Record<string, string>, body?: Record<string, string>) =>
    fetch(`${base}/embed/${path}`, {
      headers,
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
  const clinic = { Origin: 'https://clinic.example' };

  it('is an empty form for an allowed origin, in its language and units', async () => {
    const response = await ask('bmi?lang=ar&units=imperial', clinic);
    expect(response.status).toBe(200);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://clinic.example');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(response.headers.get('Vary')).toContain('Origin');
    const html = await response.text();
    expect(html).toMatch(/^<section lang="ar" dir="rtl"/);
    expect(html).toContain('value="imperial" checked');
    expect(html).toContain('name="weight"');
    expect(html).not.toMatch(/aria-invalid|id="result"|<script|\sstyle=|\son\w+=/);
  });

  it('is answered with the result, which no cache keeps', async () => {
    address = '192.0.2.20';
    const response = await ask('bmi', clinic, { weight: '80', height: '200' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Set-Cookie')).toBeNull();
    // 80 / 2² = 20
    expect(await response.text()).toContain('<strong><bdi>20\u00a0kg/m²</bdi></strong>');
  });

  it.each(['https://other.example', 'null', 'https://clinic.example.evil.example', 'http://clinic.example'])(
    'is refused for %s, which learns the reason alone',
    async (Origin) => {
      address = '192.0.2.21';
      for (const body of [undefined, { weight: '80', height: '200' }]) {
        const response = await ask('bmi', { Origin }, body);
        expect(response.status).toBe(403);
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe(Origin);
        const text = await response.text();
        expect(text).toContain('EMBED_ORIGINS');
        expect(text).not.toMatch(/form|20/);
      }
    },
  );

  it('does not exist for a name that is no calculator', async () => {
    const response = await ask('bmx', clinic);
    expect(response.status).toBe(404);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://clinic.example');
    expect(await response.text()).toBe('<p>There is no calculator bmx for other sites.</p>');
  });

  it('shares the limit of the network with the pages', async () => {
    address = '198.51.100.9';
    for (let sent = 0; sent < MOST_IN_MINUTE; sent += 1) await post('bmi', { weight: '80', height: '200' });
    const response = await ask('bmi', clinic, { weight: '80', height: '200' });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://clinic.example');
  });

  it('comes with a script of less than 10 KB, which any page may load', async () => {
    const response = await fetch(`${base}/embed.js`, { headers: { 'Accept-Encoding': 'identity' } });
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const script = await response.text();
    expect(Buffer.byteLength(script)).toBeLessThan(10_000);
    expect(script).not.toMatch(/^(import|export) /m);
  });

  it('has a page that writes its line', async () => {
    const html = await (await fetch(`${base}/docs/embed?calculator=tdee&language=de&accent=%23aa0000&lang=fr`)).text();
    expect(html).toContain('<html lang="fr" dir="ltr">');
    expect(html).toMatch(
      /&#60;script src=&#34;https:\/\/api\.example\.com\/embed\.js&#34; data-calculator=&#34;tdee&#34; data-language=&#34;de&#34; data-accent=&#34;#aa0000&#34; data-height=&#34;\d+&#34;&#62;/,
    );
    expect(html).toContain('<script src="../embed.js" data-calculator="tdee" data-language="de" data-accent="#aa0000"');
  });

  it('has a line of known values alone', async () => {
    const html = await (await fetch(`${base}/docs/embed?calculator=%22%3E%3Cscript%3E&language=xx&accent=red`)).text();
    expect(html).not.toMatch(/"><script>|data-language|data-accent/);
  });
});

describe('the list', () => {
  it('has every family with its name, and every calculator once', async () => {
    const html = await (await get('?lang=de')).text();
    for (const name of ['Herz und Kreislauf', 'Niere', 'Laborwerte', 'Akutmedizin']) expect(html).toContain(`${name}<`);
    expect(html.match(/href="bmi\?lang=de"/g)).toHaveLength(1);
  });
});

describe('the home page', () => {
  const home = (headers: Record<string, string> = {}, query = '') => fetch(`${base}/${query}`, { headers });

  it('greets visitors with a calculator to try, the facts and all calculators, in their language', async () => {
    const response = await home({}, '?lang=de');
    expect(response.status).toBe(200);
    expect(response.headers.get('Vary')).toContain('Cookie');
    const html = await response.text();
    expect(html).toContain('action="docs/calculators/bmi?lang=de#result"');
    expect(html).toContain('href="docs/calculators/tdee?lang=de"');
    expect(html).toContain('href="./sign-in?lang=de"');
    expect(html).toContain('8 Sprachen');
    expect(Number(response.headers.get('Content-Length'))).toBeLessThan(30_000);
  });

  it('has the offered plans with their prices, the sign-in, and the sign-up where it is open', async () => {
    const html = await (await home({}, '?lang=de')).text();
    expect(html).toContain(
      '<strong>pro</strong> <span>50.000 Einheiten im Monat</span> <span>0,02\u00a0€ je Credit</span>',
    );
    expect(html).toContain('<strong>free</strong> <span>1.000 Einheiten im Monat</span> <span>Über das Kontingent');
    expect(html).toContain('href="sign-in?lang=de#/create-account"');
  });

  it('has no plans without a price, and neither sign-in nor sign-up where there is none', () => {
    const site = { baseUrl: 'https://api.example.com', signIn: false, hasHome: true };
    const options = { site, placed: [], lines: [], signUp: false };
    const html = homePage({ ...options, plans: PLANS.filter(({ price }) => price === null) }, 'en');
    expect(html).not.toMatch(/id="plans"|create-account|sign-in/);
  });

  it('gives way to the dashboard for a browser with a session, and for one that comes back from a payment', async () => {
    expect((await home({ Cookie: '__Host-vitalgate=x' })).status).toBe(404);
    expect((await home({}, '?payment=p')).status).toBe(404);
  });
});
