import { z } from 'zod';
import { defineCalculator, field, minuteOfDay, result, timeOfDay } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** Length of a cycle in minutes: a convention, true cycles last 70 to 120. */
const CYCLE = 90;

/** Numbers of cycles whose bedtimes are listed besides the requested one. */
const LISTED = [6, 5, 4, 3];

/** When to go to bed in order to wake at the end of a sleep cycle. */
export const sleepCycles = defineCalculator({
  name: 'sleep-cycles',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    wake_time: field.clockTime(),
    cycles: field.count({ min: 1, max: 8 }).default(5),
    latency: field.duration({ min: 0, max: 120 }).default(15),
  }),
  output: z.object({
    bedtime: result.timeOfDay(),
    sleep_hours: result.hours(),
    bedtimes: z.array(
      z.object({ cycles: result.rounded(0), bedtime: result.timeOfDay(), sleep_hours: result.hours() }),
    ),
  }),
  profile: ['wake_time', 'cycles', 'latency'],
  equations: {
    ninety_minutes: {
      formula: 'bedtime = wake time − cycles · 90 min − latency',
      sources: [{ citation: 'A convention: sleep cycles of 90 minutes and 15 minutes to fall asleep' }],
      date: '2026',
    },
  },
  examples: [
    {
      input: { wake_time: '06:30', cycles: 5, latency: 15 },
      output: { bedtime: '22:45', sleep_hours: 7.5 },
      origin: 'By hand: 06:30 − 7 h 30 min − 15 min = 22:45 of the day before',
    },
    {
      input: { wake_time: '10:00', cycles: 6, latency: 0 },
      output: { bedtime: '01:00', sleep_hours: 9 },
      origin: 'By hand: 10:00 − 9 h = 01:00 of the same day',
    },
    {
      input: { wake_time: '07:00' },
      output: {
        bedtime: '23:15',
        bedtimes: [
          { cycles: 6, bedtime: '21:45', sleep_hours: 9 },
          { cycles: 5, bedtime: '23:15', sleep_hours: 7.5 },
          { cycles: 4, bedtime: '00:45', sleep_hours: 6 },
          { cycles: 3, bedtime: '02:15', sleep_hours: 4.5 },
        ],
      },
      origin: 'By hand: 07:00 − 15 min = 06:45; minus 9 h, 7 h 30 min, 6 h and 4 h 30 min',
    },
  ],
  calculate({ wake_time, cycles, latency }) {
    const night = (count: number) => ({
      bedtime: timeOfDay(minuteOfDay(wake_time) - count * CYCLE - latency),
      sleep_hours: (count * CYCLE) / 60,
    });
    return { ...night(cycles), bedtimes: LISTED.map((count) => ({ cycles: count, ...night(count) })) };
  },
  explain: () => ({ notes: ['sleep-cycles.convention'] }),
});
