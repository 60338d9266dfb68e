import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFromStripe } from './signature.ts';

const SECRET = 'whsec_test';
const AT = 1_795_248_000;
const BODY = Buffer.from('{"id":"evt_1"}');

const sign = (body: Buffer | string, { secret = SECRET, at = AT } = {}) =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
const check = (header: string | undefined, { body = BODY, now = AT * 1_000, secrets = [SECRET] } = {}) =>
  isFromStripe(secrets, header, body, now);
const good = `t=${AT},v1=${sign(BODY)}`;

describe('the signature of an event', () => {
  // echo -n '1795248000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test
  it('is the HMAC that openssl makes of time and body', () => {
    expect(check(`t=${AT},v1=490172d2ed94b3f241abbc26760af9289f6588e6357f5da89ef5cb0eed4a2116`)).toBe(true);
  });

  it.each([
    ['as it was sent', good, {}],
    ['beside an older scheme', `t=${AT},v0=00,v1=${sign(BODY)}`, {}],
    ['of one of two secrets', `t=${AT},v1=${sign(BODY, { secret: 'old' })}`, { secrets: [SECRET, 'old'] }],
    ['one of several', `t=${AT},v1=${'0'.repeat(64)},v1=${sign(BODY)}`, {}],
    ['five minutes old', good, { now: (AT + 300) * 1_000 }],
  ])('is accepted %s', (_name, header, more) => {
    expect(check(header, more)).toBe(true);
  });

  it.each([
    ['a missing header', undefined, {}],
    ['an empty one', '', {}],
    ['no signature', `t=${AT}`, {}],
    ['no time', `v1=${sign(BODY)}`, {}],
    ['two times', `t=${AT},t=${AT + 1},v1=${sign(BODY)}`, {}],
    ['another body', good, { body: Buffer.from('{"id":"evt_2"}') }],
    ['another secret', `t=${AT},v1=${sign(BODY, { secret: 'guess' })}`, {}],
    ['another time', `t=${AT + 1},v1=${sign(BODY)}`, {}],
    ['an older scheme alone', `t=${AT},v0=${sign(BODY)}`, {}],
    ['a replay after more than five minutes', good, { now: (AT + 301) * 1_000 }],
    ['a time to come', good, { now: (AT - 301) * 1_000 }],
    ['no secret', good, { secrets: [] }],
    ['what is no hex', `t=${AT},v1=zz`, {}],
  ])('is refused with %s', (_name, header, more) => {
    expect(check(header, more)).toBe(false);
  });
});
