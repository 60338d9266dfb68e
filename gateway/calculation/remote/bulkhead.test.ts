import { describe, expect, it } from 'vitest';
import { Bulkhead, type WaitingCall } from './bulkhead.ts';
import type { Circuit } from './circuit.ts';
import { Instance } from './instance.ts';

function service(instances: number, limits = { calculator: 2, instance: 3, waiting: 1 }) {
  const options = { most: limits.instance, connectMs: 1, changed: () => undefined };
  const all = Array.from(
    { length: instances },
    (_, at) => new Instance(new URL(`http://127.0.0.1:${at + 1}`), options),
  );
  const bulkhead = (calculator: string) => new Bulkhead(calculator, all, limits, () => undefined);
  return { all, bulkhead };
}

/** Sends a call of a calculator, and gives the port of its instance; `full` or `out` if it is not sent. */
function send(bulkhead: Bulkhead, now = 0): string {
  const found = bulkhead.pick([], now);
  if (typeof found === 'string') return found;
  found.start();
  return found.instance.url.port;
}

const fail = (circuit: Circuit | undefined) => {
  for (let calls = 0; calls < 5; calls++) circuit?.end('failed', circuit.start(), 0);
};

describe('a call is sent', () => {
  it('to the instance that runs the fewest calls, in turn if they are equal', () => {
    const { bulkhead, all } = service(2);
    const one = bulkhead('bmi');
    const [first, other] = [send(one), send(one)];
    expect(new Set([first, other])).toEqual(new Set(['1', '2']));
    for (const instance of all) instance.running = instance.url.port === '1' ? 2 : 1;
    expect(send(one)).toBe('2');
  });

  it('nowhere while every instance runs as many calls of the calculator as it may; the others are sent', () => {
    const { bulkhead } = service(1);
    const [slow, other] = [bulkhead('slow'), bulkhead('other')];
    expect([send(slow), send(slow), send(slow)]).toEqual(['1', '1', 'full']);
    // The third call of the instance.
    expect([send(other), send(other)]).toEqual(['1', 'full']);
  });

  it('to another instance where its calculator fails, and nowhere if it fails at all of them', () => {
    const { bulkhead } = service(2);
    const [failing, other] = [bulkhead('failing'), bulkhead('other')];
    fail(failing.circuits[0]);
    expect([send(failing), send(failing), send(failing)]).toEqual(['2', '2', 'full']);
    fail(failing.circuits[1]);
    expect([send(failing), failing.pause(400)]).toEqual(['out', 600]);
    expect(send(other)).toBe('1');
  });

  it('as a trial first, once it is due', () => {
    const { bulkhead } = service(2);
    const failing = bulkhead('failing');
    fail(failing.circuits[0]);
    expect([send(failing, 1_000), send(failing, 1_000)]).toEqual(['1', '2']);
  });

  it('to an instance where other calculators fail only if no other instance can take it', () => {
    const { bulkhead } = service(2);
    const [bad, worse, other] = [bulkhead('bad'), bulkhead('worse'), bulkhead('other')];
    fail(bad.circuits[0]);
    fail(worse.circuits[0]);
    expect([send(other), send(other), send(other)]).toEqual(['2', '2', '1']);
  });

  it('to no instance that is out of use or was tried', () => {
    const { bulkhead, all } = service(2);
    const one = bulkhead('bmi');
    all[0]?.breaker.found(false);
    expect(send(one)).toBe('2');
    expect(one.pick(all.slice(1), 0)).toBe('out');
  });
});

describe('a line of calls', () => {
  it('has an end, and moves on when a call ends', () => {
    const { bulkhead } = service(1);
    const one = bulkhead('bmi');
    send(one);
    send(one);
    const proceeded: string[] = [];
    const call: WaitingCall = {
      tried: [],
      proceed: (found) => proceeded.push(typeof found === 'string' ? found : found.instance.url.port),
    };
    expect([one.wait(call), one.wait(call)]).toEqual([true, false]);
    expect([one.proceed(0), proceeded]).toEqual([false, []]);
    one.circuits[0]?.end('succeeded', false, 0);
    expect([one.proceed(0), proceeded, one.waits]).toEqual([true, ['1'], false]);
  });
});
