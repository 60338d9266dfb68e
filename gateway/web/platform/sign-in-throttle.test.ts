import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithRedis } from '../../../test/support/servers.ts';
import { PlatformProblem } from './platform-problem.ts';
import { MOST_FROM_NETWORK, MOST_SIGN_INS, SignInThrottle } from './sign-in-throttle.ts';

const ADDRESS = '203.0.113.7';
const ELSEWHERE = '198.51.100.7';

let made = 0;
const somebody = () => {
  made += 1;
  return `user${made}@example.com`;
};
const passes = (taken: Promise<void>): Promise<boolean> =>
  taken.then(
    () => true,
    (error: unknown) => {
      if (error instanceof PlatformProblem && error.code === 'too-many-attempts') return false;
      throw error;
    },
  );

describe('the throttle of sign-ins', () => {
  const tryAt = (throttle: SignInThrottle, email: string, address: string) =>
    passes(throttle.signIn({ email, address, device: null }));

  it('stops a network that tries many accounts, but no other caller', async () => {
    const throttle = new SignInThrottle();
    for (let time = 0; time < MOST_FROM_NETWORK; time++) expect(await tryAt(throttle, somebody(), ADDRESS)).toBe(true);
    expect(await tryAt(throttle, somebody(), ADDRESS)).toBe(false);
    expect(await tryAt(throttle, somebody(), ELSEWHERE)).toBe(true);
  });

  it('does not let a refused network use up the attempts of an account', async () => {
    const throttle = new SignInThrottle();
    for (let time = 0; time < MOST_FROM_NETWORK; time++) await tryAt(throttle, somebody(), ADDRESS);
    const email = somebody();
    for (let time = 0; time < MOST_SIGN_INS * 2; time++) expect(await tryAt(throttle, email, ADDRESS)).toBe(false);
    expect(await tryAt(throttle, email, ELSEWHERE)).toBe(true);
  });

  it('does not count attempts against a network that the limit of the account has refused', async () => {
    const throttle = new SignInThrottle();
    const email = somebody();
    const tries = await Promise.all(
      Array.from({ length: 3 * MOST_FROM_NETWORK }, () => tryAt(throttle, email, ADDRESS)),
    );
    expect(tries.filter(Boolean)).toHaveLength(MOST_SIGN_INS);
    expect(await tryAt(throttle, somebody(), ADDRESS)).toBe(true);
  });

  it('allows twenty tries of a valid link, from any network', async () => {
    const throttle = new SignInThrottle();
    for (let time = 0; time < 20; time++) expect(await passes(throttle.link('one'))).toBe(true);
    expect(await passes(throttle.link('one'))).toBe(false);
    expect(await passes(throttle.link('another'))).toBe(true);
  });

  describeWithRedis('over Redis', (server) => {
    let redis: Redis;
    beforeAll(async () => {
      redis = new Redis(server.url, { maxRetriesPerRequest: 0, enableOfflineQueue: false });
      await once(redis, 'ready');
    });
    afterAll(() => redis.disconnect());

    it('counts the password attempts of a user and of a session across processes', async () => {
      const [one, other] = [new SignInThrottle(redis), new SignInThrottle(redis)];
      for (let time = 0; time < 5; time++) {
        expect(await passes(one.password('us_ann'))).toBe(true);
        expect(await passes(other.password('us_ann'))).toBe(true);
      }
      expect(await passes(one.password('us_ann'))).toBe(false);
      expect(await passes(other.password('us_ann'))).toBe(false);
      const ends: boolean[] = [];
      for (let time = 0; time < 5; time++) ends.push(await (time % 2 === 0 ? one : other).wrongPassword('se_stolen'));
      expect(ends).toEqual([false, false, false, false, true]);
    });
  });
});
