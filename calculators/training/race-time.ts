import { z } from 'zod';
import { along, defineCalculator, exceeds, field, method, type Remark, result, timeText } from '../kit/index.ts';
import { KM_PER_MI } from '../kit/units.ts';
import { coveredRace, danielsGilbert, timeOfVdot, vdotOfRace } from './daniels-gilbert.ts';
import { training } from './family.ts';
import { requireRunSpeed } from './run-speed.ts';

const equations = {
  riegel: {
    formula: 'time₂ = time₁ · (distance₂ / distance₁)^1.06',
    sources: [{ citation: 'Riegel PS. Athletic records and human endurance. Am Sci 1981;69:285-290' }],
  },
  daniels_gilbert: danielsGilbert,
};

/** Exponent of fatigue for running. */
const FATIGUE = 1.06;

/** Range of times in s for Riegel's line: 3.5 to 230 minutes. */
const RIEGEL_HOLDS = { min: 210, max: 13_800 };

/** The time over another distance, predicted from a race result. */
export const raceTime = defineCalculator({
  name: 'race-time',
  family: training,
  since: 'v1.0.0',
  aliases: ['race-time-predictor'],
  input: z.object({
    distance: field.distance({ min: 400, max: 100_000 }),
    time: field.time({ min: 40, max: 86_400 }),
    target_distance: field.distance({ min: 400, max: 100_000 }),
    method: method(equations, { all: true }),
  }),
  output: z.object({
    predicted_time: result.timeText(),
    predicted_time_s: result.seconds(),
    predicted_pace_per_km: result.timeText(),
    predicted_pace_per_mile: result.timeText(),
  }),
  profile: ['distance', 'time', 'target_distance'],
  equations,
  picture: along('target_distance', 'predicted_time_s'),
  examples: [
    {
      input: { distance: 10_000, time: '48:30', target_distance: 21_097.5 },
      output: { predicted_time: '1:47:01', predicted_time_s: 6420.63 },
      origin: 'Independent calculation with 50 digits: 2910 · 2.10975^1.06 = 6420.633',
    },
    {
      input: { distance: 10_000, time: '48:30', target_distance: 42_195 },
      output: { predicted_time: '3:43:07', predicted_time_s: 13_386.58 },
      origin: 'Independent calculation with 50 digits: 2910 · 4.2195^1.06 = 13386.580',
    },
    {
      input: { distance: 10_000, time: '45:00', target_distance: 21_097.5, method: 'daniels_gilbert' },
      output: { predicted_time: '1:39:44', predicted_time_s: 5984.09 },
      origin:
        'Independent calculation with 50 digits: VDOT 45.2630, the half marathon of the same VDOT takes 5984.094 s',
    },
    {
      input: { distance: 5000, time: '20:00', target_distance: 5000, method: 'daniels_gilbert' },
      output: { predicted_time: '20:00', predicted_time_s: 1200, predicted_pace_per_km: '4:00' },
      origin: 'The same distance takes the same time',
    },
  ],
  calculate({ distance, time, target_distance, method }) {
    requireRunSpeed(distance, time, ['distance', 'time']);
    if (method === 'daniels_gilbert') coveredRace('target_distance', target_distance);
    const predicted =
      method === 'riegel'
        ? time * (target_distance / distance) ** FATIGUE
        : timeOfVdot(vdotOfRace(distance, time), target_distance);
    requireRunSpeed(target_distance, predicted, ['distance', 'time', 'target_distance']);
    const perKilometre = predicted / (target_distance / 1000);
    return {
      predicted_time: timeText(predicted),
      predicted_time_s: predicted,
      predicted_pace_per_km: timeText(perKilometre),
      predicted_pace_per_mile: timeText(perKilometre * KM_PER_MI),
    };
  },
  explain({ time, distance, target_distance, method }, { predicted_time_s }) {
    const holds = [time, predicted_time_s].every(
      (race) => race >= RIEGEL_HOLDS.min && !exceeds(race, RIEGEL_HOLDS.max),
    );
    const warnings: Remark[] = method === 'riegel' && !holds ? ['race-time.beyond_riegel'] : [];
    return { warnings, notes: target_distance > 2 * distance ? ['race-time.optimistic'] : [] };
  },
});
