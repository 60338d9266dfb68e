import { createHmac, timingSafeEqual } from 'node:crypto';

/** So old a signed event may be, and so far ahead of our clock, in seconds: Stripe's own libraries take as much. */
const TOLERANCE_S = 300;

/**
 * Whether an event was sent by Stripe, and lately (https://docs.stripe.com/webhooks#verify-manually): the header
 * `Stripe-Signature` has `t=<seconds>` and one or more `v1=<HMAC-SHA256 of "t.body" in hex>`; other schemes are ignored.
 *
 * @param secrets those in use: two while one takes the place of the other
 * @param now milliseconds since 1970
 */
export function isFromStripe(
  secrets: readonly string[],
  header: string | undefined,
  body: Uint8Array,
  now: number,
): boolean {
  if (header === undefined) return false;
  const pairs = header.split(',').map((pair) => pair.trim().split('='));
  const times = pairs.filter(([name]) => name === 't').map(([, value = '']) => value);
  const [time = ''] = times;
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1_000 - Number(time)) > TOLERANCE_S) return false;
  const given = pairs.filter(([name]) => name === 'v1').map(([, value = '']) => Buffer.from(value, 'hex'));
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
    return given.some((one) => one.length === expected.length && timingSafeEqual(one, expected));
  });
}
