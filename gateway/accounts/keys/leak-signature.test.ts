import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSigned, reporterKeysOf } from './leak-signature.ts';

function pair(namedCurve: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

const file = (...keys: [identifier: string, key: string][]) =>
  JSON.stringify({ public_keys: keys.map(([key_identifier, key]) => ({ key_identifier, key, is_current: true })) });

const ours = pair('prime256v1');
const another = pair('prime256v1');
const body = Buffer.from('[{"token":"vg_live_x"}]');
const signed = (what: Uint8Array, { privateKey } = ours) => sign('sha256', what, privateKey).toString('base64');

describe('the signature of a leaked-keys report', () => {
  const keys = reporterKeysOf(file(['a1', ours.pem], ['b2', another.pem]));

  it('is valid for the named key and the unchanged body', () => {
    expect(isSigned(keys, 'a1', signed(body), body)).toBe(true);
    expect(isSigned(keys, 'b2', signed(body, another), body)).toBe(true);
  });

  it.each([
    ['another key', 'b2', signed(body), body],
    ['an unknown key', 'c3', signed(body), body],
    ['another body', 'a1', signed(body), Buffer.from('[{"token":"vg_live_y"}]')],
    ['a malformed signature', 'a1', 'AAAA', body],
    ['no signature', 'a1', '', body],
  ])('is not valid for %s', (_, identifier, signature, what) => {
    expect(isSigned(keys, identifier, signature, what)).toBe(false);
  });

  it.each([
    ['invalid JSON', 'x'],
    ['no key', '{"public_keys":[]}'],
    ['a malformed key', file(['a1', 'x'])],
    ['a key on another curve', file(['a1', pair('secp384r1').pem])],
  ])('cannot be verified with a keys file that contains %s', (_, text) => {
    expect(() => reporterKeysOf(text)).toThrow();
  });
});
