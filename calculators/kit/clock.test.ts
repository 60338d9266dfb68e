import { expect, it } from 'vitest';
import { CLOCK_TIME, minuteOfDay, timeOfDay } from './clock.ts';

it.each([
  ['00:00', 0],
  ['06:30', 390],
  ['23:59', 1_439],
])('%s is %d minutes after midnight, and back', (time, minute) => {
  expect(minuteOfDay(time)).toBe(minute);
  expect(timeOfDay(minute)).toBe(time);
});

it.each([
  [-1, '23:59'],
  [-75, '22:45'],
  [1_440, '00:00'],
  [1_439.5, '00:00'],
  [2_970, '01:30'],
])('%d minutes after midnight, reduced to one day, is %s', (minute, time) => {
  expect(timeOfDay(minute)).toBe(time);
});

it.each(['24:00', '6:30', '12:60', '12.30', '12:3', ' 12:30', '12:30:00', ''])('%j is not a time of day', (text) => {
  expect(CLOCK_TIME.test(text)).toBe(false);
});
