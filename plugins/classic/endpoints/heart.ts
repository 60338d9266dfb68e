import { heartRateZones } from '../../../calculators/heart/heart-rate-zones.ts';
import { MAX_HEART_RATE } from '../../../calculators/heart/max-heart-rate-equations.ts';
import { targetHeartRate } from '../../../calculators/heart/target-heart-rate.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { Mistakes } from '../mistakes.ts';
import { choice, number } from '../parameters.ts';
import { age } from '../words.ts';

const YOUNGEST = 10;
const OLDEST = 100;

/** The maximum heart rate of the older API, 220 − age. v1 uses Tanaka's equation by default. */
function highestRate(years: number): number {
  if (years < YOUNGEST || years > OLDEST) throw new Mistakes([`age must be from ${YOUNGEST} to ${OLDEST}.`]);
  return MAX_HEART_RATE.fox(years);
}

const bpm = (rate: number) => `${Math.round(rate)} bpm`;

/** Target heart rate by level of fitness. */
export const thr = classicEndpoint({
  path: 'thr',
  post: 'thr/post',
  title: 'Target heart rate',
  parameters: {
    age: age(),
    fitness_level: choice('Level of fitness', ['beginner', 'intermediate', 'advanced']),
  },
  successor: {
    path: 'target-heart-rate',
    parameters: { age: 'max_heart_rate', fitness_level: 'fitness_level' },
    fields: { thr_max: 'target_zone.max_bpm', thr_min: 'target_zone.min_bpm' },
    notes: [
      'For the same numbers send `max_heart_rate` as 220 − age; from `age` v1 estimates it by 208 − 0.7 · age (Tanaka 2001).',
    ],
  },
  example: { age: 30, fitness_level: 'intermediate' },
  answer({ age, fitness_level }) {
    const { target_zone } = calculated(targetHeartRate, { max_heart_rate: highestRate(age), fitness_level });
    if (target_zone === undefined) throw new Error('a level of fitness has a zone');
    return { thr_max: bpm(target_zone.max_bpm), thr_min: bpm(target_zone.min_bpm) };
  },
});

/** Training zones by Karvonen's method. */
export const karvonen = classicEndpoint({
  path: 'karvonen',
  post: 'karvonen/post',
  title: 'Training zones by heart rate reserve (Karvonen)',
  parameters: { age: age(), resting_hr: number('Heart rate at rest', 'bpm') },
  successor: {
    path: 'heart-rate-zones',
    parameters: { age: 'max_heart_rate', resting_hr: 'resting_heart_rate' },
    fields: {
      'Max Heart Rate': 'max_heart_rate_bpm',
      'Resting Heart Rate': 'profile.resting_heart_rate_bpm',
      'Heart Rate Reserve': 'heart_rate_reserve_bpm',
      'Target Heart Rate.50-60%': 'zones.zone_1',
      'Target Heart Rate.60-70%': 'zones.zone_2',
      'Target Heart Rate.70-80%': 'zones.zone_3',
      'Target Heart Rate.80-90%': 'zones.zone_4',
      'Target Heart Rate.90-100%': 'zones.zone_5',
    },
    notes: ['For the same numbers send `max_heart_rate` as 220 − age.'],
  },
  example: { age: 35, resting_hr: 55 },
  answer({ age, resting_hr }) {
    const { max_heart_rate_bpm, heart_rate_reserve_bpm, zones } = calculated(
      heartRateZones,
      { max_heart_rate: highestRate(age), resting_heart_rate: resting_hr, method: 'karvonen' },
      { names: { resting_heart_rate: 'resting_hr', max_heart_rate: 'age' } },
    );
    const range = ({ min_bpm, max_bpm }: { readonly min_bpm: number; readonly max_bpm: number }) =>
      `${Math.round(min_bpm)}-${bpm(max_bpm)}`;
    return {
      'Max Heart Rate': max_heart_rate_bpm,
      'Resting Heart Rate': resting_hr,
      'Heart Rate Reserve': heart_rate_reserve_bpm,
      'Target Heart Rate': {
        '50-60%': range(zones.zone_1),
        '60-70%': range(zones.zone_2),
        '70-80%': range(zones.zone_3),
        '80-90%': range(zones.zone_4),
        '90-100%': range(zones.zone_5),
      },
    };
  },
});
