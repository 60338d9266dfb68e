import { expect, it } from 'vitest';
import { CallMeter, MEASURED_ONE_IN, type MeteredCall, UNROUTED } from './call-meter.ts';

function newCall(calculator?: string): MeteredCall {
  return { began: 0, timer: null, route: calculator === undefined ? null : { endpoint: { calculator } } };
}

it('times each step from its start to the start of the next', () => {
  let now = 1_000;
  const meter = new CallMeter(() => now);
  const call = newCall('tdee');
  meter.begin(call, now);
  now += 2;
  call.timer?.enter('credentials');
  now += 3;
  call.timer?.enter('principal');
  now += 5;
  call.timer?.enter('quota');
  now += 100;
  meter.end(call, 200);

  const times = Object.entries(meter.steps).map(([step, { sumMs }]) => [step, sumMs]);
  expect(Object.fromEntries(times)).toEqual({
    edge: 2,
    credentials: 3,
    principal: 5,
    access: 0,
    compute: 0,
    quota: 100,
    forward: 0,
  });
  expect(meter.latencies.sumMs).toBe(110);
});

it('times every call, and the steps of every seventeenth', () => {
  let now = 0;
  const meter = new CallMeter(() => now);
  const measured: number[] = [];
  for (let at = 0; at < 2 * MEASURED_ONE_IN; at += 1) {
    const call = newCall('bmi');
    meter.begin(call, now);
    if (call.timer) measured.push(at);
    now += 1;
    meter.end(call, 200);
  }
  expect(measured).toEqual([0, 17]);
  expect(meter.latencies.sumMs).toBe(34);
});

it('counts by calculator and status class, calls without a calculator under one name', () => {
  const meter = new CallMeter(() => 0);
  for (const [calculator, status] of [
    ['tdee', 200],
    ['tdee', 204],
    ['tdee', 429],
    ['bmi', 500],
    [undefined, 404],
    [undefined, 499],
  ] as const) {
    const call = newCall(calculator);
    meter.begin(call, 0);
    meter.end(call, status);
  }
  expect(Object.fromEntries([...meter.calls].map(([name, row]) => [name, [...row]]))).toEqual({
    tdee: [2, 0, 1, 0],
    bmi: [0, 0, 0, 1],
    [UNROUTED]: [0, 0, 2, 0],
  });
});
