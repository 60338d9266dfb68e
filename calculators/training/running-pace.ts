import { z } from 'zod';
import { defineCalculator, field, given, OutsideValidity, result, timeText } from '../kit/index.ts';
import { KM_PER_MI } from '../kit/units.ts';
import { training } from './family.ts';

const kinematics = { citation: 'Definition: pace is time by distance, speed is distance by time; 1 mile = 1609.344 m' };

const input = z.object({
  distance: field.distance({ min: 10, max: 1_000_000 }).optional(),
  time: field.time({ min: 1, max: 360_000 }).optional(),
  pace: field.pace({ min: 60, max: 3600 }).optional(),
  speed: field.speed({ min: 1, max: 60 }).optional(),
});

/** Distance, time and pace: any two give the third. */
export const runningPace = defineCalculator({
  name: 'running-pace',
  family: training,
  since: 'v1.0.0',
  input,
  output: z.object({
    pace_per_km: result.timeText(),
    pace_per_mile: result.timeText(),
    pace_s_per_km: result.seconds(),
    pace_s_per_mile: result.seconds(),
    speed_kmh: result.kilometresPerHour(),
    speed_m_per_s: result.rounded(3),
    distance_m: result.metres(),
    time_s: result.seconds(),
    time: result.timeText(),
  }),
  profile: ['distance', 'time', 'pace', 'speed'],
  equations: {
    pace: {
      formula: 'pace = time / distance; speed [km/h] = 3600 / pace [s/km]',
      sources: [kinematics],
      date: '2026',
    },
  },
  examples: [
    {
      input: { distance: 10_000, time: '48:30' },
      output: {
        pace_per_km: '4:51',
        pace_per_mile: '7:48',
        pace_s_per_km: 291,
        pace_s_per_mile: 468.32,
        speed_kmh: 12.37,
        speed_m_per_s: 3.436,
      },
      origin: 'By hand: 2910 s / 10 km = 291 s; · 1.609344 = 468.3191 s; 3600 / 291 = 12.3711 km/h; 10000 / 2910 m/s',
    },
    {
      input: { distance: 42_195, pace: 300 },
      output: { time: '3:30:59', time_s: 12_658.5, speed_kmh: 12, pace_per_mile: '8:03' },
      origin: 'By hand: 42.195 · 300 = 12658.5 s, half away from zero 12659 s; 300 · 1.609344 = 482.80 s',
    },
    {
      input: { time: '30:00', speed: 10 },
      output: { distance_m: 5000, pace_per_km: '6:00', pace_s_per_km: 360 },
      origin: 'By hand: half an hour at 10 km/h is 5 km; 3600 / 10 = 360 s',
    },
    {
      input: { distance: 5000, time: 1798 },
      output: { pace_per_km: '6:00', pace_s_per_km: 359.6, time: '29:58' },
      origin: 'By hand: 1798 / 5 = 359.6 s, which is written 6:00 and not 5:60',
    },
  ],
  calculate(effort) {
    const { distance, time } = known(effort);
    const perKilometre = time / (distance / 1000);
    return {
      pace_per_km: timeText(perKilometre),
      pace_per_mile: timeText(perKilometre * KM_PER_MI),
      pace_s_per_km: perKilometre,
      pace_s_per_mile: perKilometre * KM_PER_MI,
      speed_kmh: 3600 / perKilometre,
      speed_m_per_s: 1000 / perKilometre,
      distance_m: distance,
      time_s: time,
      time: timeText(time),
    };
  },
});

/** Distance in m and time in s, from two of distance, time and pace. */
function known(effort: z.output<typeof input>): { readonly distance: number; readonly time: number } {
  const { distance, time, speed } = effort;
  if (effort.pace !== undefined && speed !== undefined) throw new OutsideValidity('speed', 'running-pace.given_twice');
  const pace = effort.pace ?? (speed === undefined ? undefined : 3600 / speed);
  if (distance !== undefined && time !== undefined) {
    if (pace !== undefined) throw new OutsideValidity('time', 'running-pace.two_of_three');
    return { distance, time };
  }
  if (pace === undefined)
    throw new OutsideValidity(distance === undefined ? 'distance' : 'time', 'running-pace.two_of_three');
  if (distance !== undefined) return { distance, time: (distance / 1000) * pace };
  const { time: measured } = given(effort, ['time'], 'pace');
  return { distance: (measured / pace) * 1000, time: measured };
}
