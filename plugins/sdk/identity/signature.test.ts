import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identitySigner, identityVerifier, type ReceivedCall, type SignedCall } from './signature.ts';

const SECRET = 'a-secret-of-at-least-32-characters';
const TIME = 1_767_225_600;

const call: SignedCall = {
  time: TIME,
  method: 'GET',
  target: '/api/acme/fat-mass?weight=80&body_fat=25',
  client: 'client-1',
  requestId: '8f2c41d09be7a365-4k',
  language: 'en',
  authenticated: true,
};

const sign = (signed: SignedCall, plugin = 'acme', secret = SECRET) => identitySigner({ secret, plugin }).sign(signed);

/** The call as it arrives. */
function received(signed: SignedCall, signature = sign(signed)): ReceivedCall {
  return { ...signed, time: String(signed.time), authenticated: String(signed.authenticated), signature };
}

function verify(arrived: ReceivedCall, at = TIME, secrets = [SECRET]) {
  return identityVerifier({ secrets, plugin: 'acme', now: () => at * 1_000 }).verify(arrived);
}

// Computed with Python's hmac and hashlib, from the description in docs/services.md.
it.each([
  [call, 'acme', 'c47b518115203f172513aca0dce502e0aea7a56d1f2143738d8316e364ea7c07'],
  [
    {
      ...call,
      method: 'POST',
      target: '/api/acme/fat-mass',
      requestId: '8f2c41d09be7a365-4l',
      language: 'ar',
      authenticated: false,
    },
    'acme',
    '3c41bdf3d8146fcc3982937cabac6983832b71d9dd031c5c28b1f7aef7d5b0f9',
  ],
  [call, 'v1-energy', 'e93bb443bad1a6f3488b670bcd1730cfa853cdef3c8c7be933a3c289188cb1d9'],
] as const)('signs %o for %s as computed independently', (signed, plugin, expected) => {
  expect(sign(signed, plugin)).toBe(`v1=${expected}`);
});

it('signs the calls of docs/services.md as the page says', () => {
  const page = readFileSync(new URL('../../../docs/services.md', import.meta.url), 'utf8');
  const vectors = [...page.matchAll(/^\| `([\w-]+)` \| `v1` (.+) \| `([0-9a-f]{64})` \|$/gm)];
  expect(vectors).toHaveLength(3);
  for (const [, plugin = '', text = '', expected] of vectors) {
    const [time, method = '', target = '', client = '', requestId = '', language = '', authenticated] = text
      .slice(1, -1)
      .split('` `');
    const signed = { time: Number(time), method, target, client, requestId, language };
    expect(sign({ ...signed, authenticated: authenticated === 'true' }, plugin)).toBe(`v1=${expected}`);
  }
});

describe('a signed call', () => {
  it('is verified, and says who calls', () => {
    const { client, requestId, language, authenticated } = call;
    expect(verify(received(call))).toEqual({
      outcome: 'verified',
      identity: { client, requestId, language, authenticated },
    });
    expect(verify(received({ ...call, authenticated: false }))).toMatchObject({ identity: { authenticated: false } });
  });

  it('is good for a minute before and after, by the clock of the service', () => {
    for (const away of [-60, 0, 60]) expect(verify(received(call), TIME + away).outcome).toBe('verified');
    for (const away of [-61, 61]) {
      expect(verify(received(call), TIME + away)).toEqual({ outcome: 'refused', reason: 'stale' });
    }
  });

  it('is verified by either secret while it is exchanged, and by no other', () => {
    const other = 'another-secret-of-32-characters-and-more';
    expect(verify(received(call), TIME, [other, SECRET]).outcome).toBe('verified');
    expect(verify(received(call), TIME, [SECRET, other]).outcome).toBe('verified');
    expect(verify(received(call), TIME, [other])).toEqual({ outcome: 'refused', reason: 'wrong' });
    expect(verify(received(call), TIME, []).outcome).toBe('refused');
  });

  it('is not good for another plugin: each has a key of its own', () => {
    expect(verify(received(call, sign(call, 'v1-energy')))).toEqual({ outcome: 'refused', reason: 'wrong' });
  });
});

describe('a signature is refused', () => {
  const changes: readonly Partial<ReceivedCall>[] = [
    { method: 'POST' },
    { target: '/api/acme/fat-mass?weight=80&body_fat=26' },
    { target: '/api/acme/fat-mass%3Fweight=80&body_fat=25' },
    { client: 'client-2' },
    { requestId: '8f2c41d09be7a365-4m' },
    { language: 'de' },
    { authenticated: 'false' },
    { time: String(TIME + 1) },
    { signature: sign(call).toUpperCase() },
    { signature: sign(call).slice(0, -1) },
    { signature: '' },
    { signature: 'ü'.repeat(67) },
  ];
  it.each(changes)('on a call with %o', (change) => {
    expect(verify({ ...received(call), ...change })).toEqual({ outcome: 'refused', reason: 'wrong' });
  });

  it('where it is not there', () => {
    expect(verify({ ...received(call), signature: undefined })).toEqual({ outcome: 'refused', reason: 'unsigned' });
  });

  const malformed: readonly Partial<ReceivedCall>[] = [
    { client: undefined },
    { requestId: undefined },
    { language: undefined },
    { authenticated: undefined },
    { authenticated: 'TRUE' },
    { time: undefined },
    { time: '' },
    { time: `${TIME}.0` },
    { time: `+${TIME}` },
    { time: '1e9' },
    { time: '9'.repeat(13) },
    { client: '' },
    { client: 'client 1' },
    { client: 'client-1\nx' },
  ];
  it.each(malformed)('where the call has %o', (change) => {
    expect(verify({ ...received(call), ...change })).toEqual({ outcome: 'refused', reason: 'malformed' });
  });
});

it('does not sign what could be read in two ways', () => {
  expect(() => sign({ ...call, client: 'a\nb' })).toThrow(RangeError);
  expect(() => sign({ ...call, requestId: '' })).toThrow(RangeError);
  expect(() => sign({ ...call, client: 'ü' })).toThrow(RangeError);
  expect(() => sign({ ...call, target: '/a b' })).toThrow(RangeError);
});
