import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime, TIME_PATTERN, timeText } from './times.ts';

describe('a span of time is read', () => {
  it.each([
    ['48:30', 2910],
    ['0:48:30', 2910],
    ['3:05:20', 11_120],
    ['90:00', 5400],
    ['1:30', 90],
    ['0:07.25', 7.25],
    ['10:00:00.5', 36_000.5],
    ['2910', 2910],
    ['2910.25', 2910.25],
  ])('%s as %d seconds', (text, seconds) => {
    expect(readTime(text)).toBe(seconds);
    if (text.includes(':')) expect(text).toMatch(new RegExp(TIME_PATTERN));
  });

  it.each([
    '5:60',
    '1:60:00',
    '1:5',
    '1:5:00',
    ':30',
    '30:',
    '1:2:3:4',
    '1:02:03:04',
    '-1:30',
    '1:-30',
    '1:30.',
    '1:30.1234',
    '1,5:00',
    '1:3 0',
    '',
    '1h30',
    '1000:00',
  ])('refuses %j', (text) => {
    expect(readTime(text)).toBeNaN();
  });
});

describe('seconds are written', () => {
  it.each([
    [291, '4:51'],
    [59.4, '0:59'],
    [59.5, '1:00'],
    [359.6, '6:00'],
    [3599.4, '59:59'],
    [3599.5, '1:00:00'],
    [13_387.4, '3:43:07'],
    [0, '0:00'],
  ])('%d as %s', (seconds, text) => {
    expect(timeText(seconds)).toBe(text);
  });

  it('a text that reads back as the whole seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_599_999 }), (seconds) => {
        expect(readTime(timeText(seconds))).toBe(seconds);
      }),
    );
  });
});
