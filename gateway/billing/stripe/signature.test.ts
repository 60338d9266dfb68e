import { Stripe as Library } from 'stripe';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../plugins/sdk/environment/secret.ts';
import { Stripe } from './api.ts';

const SECRET = 'whsec_test';
const AT = 1_795_248_000;
const BODY = '{"id":"evt_1"}';

const sign = ({ payload = BODY, secret = SECRET, timestamp = AT, scheme = 'v1' } = {}) =>
  Library.webhooks.generateTestHeaderString({ payload, secret, timestamp, scheme });
const good = sign();
const [, v1] = good.split(',');

function check(header: string | undefined, { body = BODY, now = AT * 1_000, secrets = [SECRET] } = {}) {
  const webhookSecrets = secrets.map((secret) => new Secret(secret));
  const addresses = { apiUrl: 'http://127.0.0.1:1', baseUrl: 'https://api.example.com' };
  const stripe = new Stripe({ secretKey: new Secret('sk_test_123456789'), webhookSecrets, ...addresses });
  return stripe.hasSigned(Buffer.from(body), header, now);
}

describe('the signature of an event', () => {
  // echo -n '1795248000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
  it('is the HMAC of time and body as computed by openssl', async () => {
    const made = `t=${AT},v1=490172d2ed94b3f241abbc26760af9289f6588e6357f5da89ef5cb0eed4a2116`;
    expect(await check(made)).toBe(true);
  });

  it.each([
    ['as it was sent', good, {}],
    ['next to an older scheme', `t=${AT},v0=00,${v1}`, {}],
    ['with one of two secrets', sign({ secret: 'old' }), { secrets: [SECRET, 'old'] }],
    ['one of several', `t=${AT},v1=${'0'.repeat(64)},${v1}`, {}],
    ['five minutes old', good, { now: (AT + 300) * 1_000 }],
  ])('is accepted %s', async (_name, header, more) => {
    expect(await check(header, more)).toBe(true);
  });

  it.each([
    ['a missing header', undefined, {}],
    ['an empty header', '', {}],
    ['no signature', `t=${AT}`, {}],
    ['an empty signature of its scheme', `t=${AT},v1=`, {}],
    ['a scheme without a value', `t=${AT},v1`, {}],
    ['no time', v1, {}],
    ['an invalid time', `t=now,${v1}`, {}],
    ['two times', `${good},t=${AT + 1}`, {}],
    ['another body', good, { body: '{"id":"evt_2"}' }],
    ['no body', good, { body: '' }],
    ['another secret', sign({ secret: 'guess' }), {}],
    ['an empty secret', sign({ secret: '' }), { secrets: [''] }],
    ['another time', `t=${AT + 1},${v1}`, {}],
    ['an older scheme alone', sign({ scheme: 'v0' }), {}],
    ['a replay after more than five minutes', good, { now: (AT + 301) * 1_000 }],
    ['a replay under a new time', `t=${AT},${v1},t=${AT + 301}`, { now: (AT + 301) * 1_000 }],
    ['no secret', good, { secrets: [] }],
    ['a signature that is not hex', `t=${AT},v1=zz`, {}],
  ])('is refused with %s', async (_name, header, more) => {
    expect(await check(header, more)).toBe(false);
  });
});
