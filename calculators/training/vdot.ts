import { z } from 'zod';
import { defineCalculator, field, result, timeText } from '../kit/index.ts';
import { KM_PER_MI, M_PER_MI } from '../kit/units.ts';
import { danielsGilbert, RACES, speedAt, timeOfVdot, vdotOfRace } from './daniels-gilbert.ts';
import { training } from './family.ts';
import { requireRunSpeed } from './run-speed.ts';

/** Distances of the equivalent races in m. */
const DISTANCES = [1500, M_PER_MI, 3000, 5000, 10_000, 15_000, 21_097.5, 42_195];

/** Kinds of training with their range of VDOT in percent. */
const INTENSITIES = [
  { kind: 'easy', from: 59, to: 74 },
  { kind: 'marathon', from: 75, to: 84 },
  { kind: 'threshold', from: 88, to: 88 },
  { kind: 'interval', from: 97.5, to: 97.5 },
  { kind: 'repetition', from: 105, to: 105 },
] as const;

/** Running fitness from a race, the equivalent race times, and the training paces. */
export const vdot = defineCalculator({
  name: 'vdot',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    distance: field.distance(RACES),
    time: field.time({ min: 80, max: 36_000 }),
  }),
  output: z.object({
    vdot: result.index(),
    equivalent_races: z.array(
      z.object({ distance_m: result.rounded(1), time: result.timeText(), time_s: result.seconds() }),
    ),
    training_paces: z.array(
      z.object({
        kind: result.key(['easy', 'marathon', 'threshold', 'interval', 'repetition']),
        from_percent: result.rounded(0),
        to_percent: result.rounded(0),
        slowest_per_km: result.timeText(),
        fastest_per_km: result.timeText(),
        slowest_per_mile: result.timeText(),
        fastest_per_mile: result.timeText(),
        slowest_s_per_km: result.seconds(),
        fastest_s_per_km: result.seconds(),
      }),
    ),
  }),
  profile: ['distance', 'time'],
  equations: { daniels_gilbert: danielsGilbert },
  examples: [
    {
      input: { distance: 10_000, time: '45:00' },
      output: { vdot: 45.26 },
      origin:
        'Independent calculation with 50 digits: v = 222.222 m/min, oxygen 41.037580, held share 0.906647, 45.263003',
    },
    {
      input: { distance: 5000, time: '20:00' },
      output: { vdot: 49.81 },
      origin: 'Independent calculation with 50 digits: 47.464500 / 0.952983 = 49.806233',
    },
    {
      input: { distance: 42_195, time: '3:00:00' },
      output: { vdot: 53.53 },
      origin: 'Independent calculation with 50 digits: 43.839235 / 0.818992 = 53.528269',
    },
  ],
  calculate({ distance, time }) {
    requireRunSpeed(distance, time, ['distance', 'time']);
    const value = vdotOfRace(distance, time);
    const pace = (percent: number) => 60_000 / speedAt((value * percent) / 100);
    return {
      vdot: value,
      equivalent_races: DISTANCES.map((race) => {
        const seconds = timeOfVdot(value, race);
        return { distance_m: race, time: timeText(seconds), time_s: seconds };
      }),
      training_paces: INTENSITIES.map(({ kind, from, to }) => {
        const [slowest, fastest] = [pace(from), pace(to)];
        return {
          kind,
          from_percent: from,
          to_percent: to,
          slowest_per_km: timeText(slowest),
          fastest_per_km: timeText(fastest),
          slowest_per_mile: timeText(slowest * KM_PER_MI),
          fastest_per_mile: timeText(fastest * KM_PER_MI),
          slowest_s_per_km: slowest,
          fastest_s_per_km: fastest,
        };
      }),
    };
  },
  explain: () => ({ notes: ['vdot.not_measured', 'vdot.printed_paces'] }),
});
