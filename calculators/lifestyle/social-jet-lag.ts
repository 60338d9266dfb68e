import { z } from 'zod';
import { DAY, defineCalculator, field, minuteOfDay, OutsideValidity, result, timeOfDay } from '../kit/index.ts';
import { lifestyle } from './family.ts';

/** The shift between sleep on free days and sleep on work days. */
export const socialJetLag = defineCalculator({
  name: 'social-jet-lag',
  family: lifestyle,
  since: 'v1.0.0',
  input: z.object({
    work_sleep_start: field.clockTime(),
    work_sleep_end: field.clockTime(),
    free_sleep_start: field.clockTime(),
    free_sleep_end: field.clockTime(),
  }),
  output: z.object({
    social_jet_lag_hours: result.hours(),
    shift: result.key(['later', 'earlier', 'none']),
    mid_sleep_work: result.timeOfDay(),
    mid_sleep_free: result.timeOfDay(),
    sleep_work_hours: result.hours(),
    sleep_free_hours: result.hours(),
  }),
  profile: ['work_sleep_start', 'work_sleep_end', 'free_sleep_start', 'free_sleep_end'],
  equations: {
    wittmann: {
      formula: 'social jet lag = |mid-sleep on free days − mid-sleep on work days|',
      sources: [
        {
          citation:
            'Wittmann M, Dinich J, Merrow M, Roenneberg T. Social jetlag: misalignment of biological and social time. Chronobiol Int 2006;23:497-509',
          doi: '10.1080/07420520500545979',
        },
      ],
    },
  },
  examples: [
    {
      input: {
        work_sleep_start: '23:00',
        work_sleep_end: '06:30',
        free_sleep_start: '00:30',
        free_sleep_end: '09:00',
      },
      output: {
        social_jet_lag_hours: 2,
        shift: 'later',
        mid_sleep_work: '02:45',
        mid_sleep_free: '04:45',
        sleep_work_hours: 7.5,
        sleep_free_hours: 8.5,
      },
      origin: 'By hand: 23:00 + 3 h 45 min = 02:45; 00:30 + 4 h 15 min = 04:45; 2 h apart',
    },
    {
      input: {
        work_sleep_start: '22:00',
        work_sleep_end: '05:15',
        free_sleep_start: '22:30',
        free_sleep_end: '04:45',
      },
      output: { social_jet_lag_hours: 0, shift: 'none', mid_sleep_work: '01:38', mid_sleep_free: '01:38' },
      origin: 'By hand: 22:00 + 3 h 37.5 min = 01:37.5 = 22:30 + 3 h 7.5 min; half a minute is rounded up',
    },
    {
      input: {
        work_sleep_start: '08:00',
        work_sleep_end: '15:00',
        free_sleep_start: '23:30',
        free_sleep_end: '06:30',
      },
      output: { social_jet_lag_hours: 8.5, shift: 'earlier', mid_sleep_work: '11:30', mid_sleep_free: '03:00' },
      origin:
        'By hand, a night worker: 08:00 + 3 h 30 min = 11:30; 23:30 + 3 h 30 min = 03:00, which is 8 h 30 min earlier',
    },
  ],
  calculate({ work_sleep_start, work_sleep_end, free_sleep_start, free_sleep_end }) {
    const work = sleep('work_sleep_end', work_sleep_start, work_sleep_end);
    const free = sleep('free_sleep_end', free_sleep_start, free_sleep_end);
    const shift = shortestWay(free.middle - work.middle);
    return {
      social_jet_lag_hours: Math.abs(shift) / 60,
      shift: direction(shift),
      mid_sleep_work: timeOfDay(work.middle),
      mid_sleep_free: timeOfDay(free.middle),
      sleep_work_hours: work.duration / 60,
      sleep_free_hours: free.duration / 60,
    };
  },
});

function direction(minutes: number): 'later' | 'earlier' | 'none' {
  if (minutes === 0) return 'none';
  return minutes > 0 ? 'later' : 'earlier';
}

/** A sleep in minutes. Its middle is counted from the midnight before it began. */
function sleep(field: string, start: string, end: string) {
  const duration = (minuteOfDay(end) - minuteOfDay(start) + DAY) % DAY;
  if (duration === 0) throw new OutsideValidity(field, 'social-jet-lag.no_sleep');
  return { duration, middle: minuteOfDay(start) + duration / 2 };
}

/** The difference of two times of day, at most half a day in either direction. */
function shortestWay(minutes: number): number {
  const forward = ((minutes % DAY) + DAY) % DAY;
  return forward > DAY / 2 ? forward - DAY : forward;
}
