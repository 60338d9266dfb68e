import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBlackHole } from '../../../test/support/black-hole.ts';
import { describeWithRedis } from '../../../test/support/servers.ts';
import { connectRedis } from '../../quota/redis/connection.ts';
import { FAILURE_WINDOW_S, FailureThrottle, MOST_FAILURES } from './failure-throttle.ts';

async function fail(throttle: FailureThrottle, address: string, times: number): Promise<number> {
  let wait = 0;
  for (let time = 0; time < times; time += 1) wait = await throttle.failed(address);
  return wait;
}

describe('the throttle of failed authentications', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets an address fail 60 times in a minute, then returns the seconds to wait', async () => {
    const throttle = new FailureThrottle();
    expect(await fail(throttle, '192.0.2.7', 60)).toBe(0);
    await vi.advanceTimersByTimeAsync(20_500);
    expect(await throttle.failed('192.0.2.7')).toBe(40);
    expect(await throttle.failed('192.0.2.8')).toBe(0);
    await vi.advanceTimersByTimeAsync(39_500);
    expect(await throttle.failed('192.0.2.7')).toBe(0);
  });

  it('counts all addresses of an IPv6 network as one', async () => {
    const throttle = new FailureThrottle();
    for (let host = 1; host <= MOST_FAILURES; host += 1) await throttle.failed(`2001:db8::${host.toString(16)}`);
    expect(await throttle.failed('2001:db8::ffff')).toBe(FAILURE_WINDOW_S);
    expect(await throttle.failed('2001:db8:0:1::1')).toBe(0);
  });

  it('remembers a bounded number of addresses, and keeps those that failed recently', async () => {
    const throttle = new FailureThrottle({ addresses: 3 });
    await fail(throttle, '192.0.2.7', 61);
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.7', '192.0.2.3']) await throttle.failed(address);
    // The limiter holds one timer for each address.
    expect(vi.getTimerCount()).toBe(3);
    expect(await throttle.failed('192.0.2.7')).toBeGreaterThan(0);
  });
});

describeWithRedis('the throttle of several processes', (server) => {
  const open: ReturnType<typeof connectRedis>[] = [];
  afterEach(() => {
    for (const redis of open.splice(0)) redis.disconnect();
  });

  async function process(run: string, url = server.url, away = () => false): Promise<FailureThrottle> {
    const redis = connectRedis(url);
    redis.options.keyPrefix = `${run}:`;
    open.push(redis);
    await redis.connect().catch(() => undefined);
    return new FailureThrottle({ redis, away });
  }

  it('adds up the failures of an address across processes', async () => {
    const run = `throttle-${performance.now()}`;
    const [one, other] = await Promise.all([process(run), process(run)]);
    expect(await fail(one, '192.0.2.7', 30)).toBe(0);
    expect(await fail(other, '192.0.2.7', 30)).toBe(0);
    expect(await one.failed('192.0.2.7')).toBeGreaterThan(0);
    expect(await other.failed('192.0.2.7')).toBeGreaterThan(0);
    expect(await other.failed('192.0.2.8')).toBe(0);
  });

  it('does not ask Redis about an address that is known to be over its limit', async () => {
    const throttle = await process(`throttle-${performance.now()}`);
    await fail(throttle, '192.0.2.7', MOST_FAILURES + 1);
    for (const redis of open) redis.disconnect();
    expect(await throttle.failed('192.0.2.7')).toBeGreaterThan(0);
  });

  it('asks Redis only once about an address that other processes have pushed over its limit', async () => {
    const run = `throttle-${performance.now()}`;
    const [one, other] = await Promise.all([process(run), process(run)]);
    await fail(one, '192.0.2.7', MOST_FAILURES);
    expect(await other.failed('192.0.2.7')).toBeGreaterThan(0);
    for (const redis of open) redis.disconnect();
    expect(await other.failed('192.0.2.7')).toBeGreaterThan(0);
  });

  it('continues in each process alone when Redis is silent', async () => {
    const hole = await startBlackHole();
    const throttle = await process('silent', `redis://127.0.0.1:${hole.port}`);
    const started = performance.now();
    const waits = await Promise.all(Array.from({ length: MOST_FAILURES + 1 }, () => throttle.failed('192.0.2.7')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(MOST_FAILURES);
    expect(performance.now() - started).toBeLessThan(1_000);
    await hole.close();
  });

  it('does not wait for Redis when it is known to be silent', async () => {
    const hole = await startBlackHole();
    const throttle = await process('silent', `redis://127.0.0.1:${hole.port}`, () => true);
    const asked = hole.swallowed();
    expect(await throttle.failed('192.0.2.7')).toBe(0);
    expect(hole.swallowed()).toBe(asked);
    await hole.close();
  });
});
