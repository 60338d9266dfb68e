import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { training } from './family.ts';

const equations = {
  banister: {
    formula:
      'TRIMP = minutes · x · 0.64·e^(1.92·x) (men) or minutes · x · 0.86·e^(1.67·x) (women); x = (heart rate − resting) / (max − resting)',
    sources: [
      {
        citation:
          'Banister EW. Modeling elite athletic performance. In: Green HJ, McDougall JD, Wenger H (eds). Physiological Testing of Elite Athletes. Champaign: Human Kinetics, 1991:403-424',
      },
      {
        citation:
          'Morton RH, Fitz-Clarke JR, Banister EW. Modeling human performance in running. J Appl Physiol 1990;69:1171-1177',
        doi: '10.1152/jappl.1990.69.3.1171',
      },
    ],
  },
  edwards: {
    formula: 'TRIMP = Σ zone · minutes; zones 1 to 5 are 50-60, 60-70, 70-80, 80-90 and 90-100 % of the max heart rate',
    sources: [{ citation: 'Edwards S. The Heart Rate Monitor Book. Sacramento: Fleet Feet Press, 1993' }],
  },
};

const BANISTER = { male: { factor: 0.64, exponent: 1.92 }, female: { factor: 0.86, exponent: 1.67 } };

const input = z.object({
  gender: field.gender().optional(),
  duration: field.duration({ min: 1, max: 1440 }).optional(),
  heart_rate: field.heartRate().optional(),
  resting_heart_rate: field.heartRate({ min: 25, max: 120 }).optional(),
  max_heart_rate: field.heartRate({ min: 100, max: 240 }).optional(),
  zone_minutes: field.series({ min: 0, max: 1440 }, { least: 5, most: 5, unit: 'min' }).optional(),
  // Minutes in zones select Edwards' method instead of Banister's, so no default is documented.
  method: method(equations).unwrap().optional(),
});

/** The load of a session: its minutes weighted by the heart rate. */
export const trainingImpulse = defineCalculator({
  name: 'training-impulse',
  family: training,
  since: 'v1.0.0',
  input,
  output: z.object({ training_impulse: result.index(), heart_rate_reserve_share: result.ratio().optional() }),
  profile: ['gender', 'duration', 'heart_rate', 'resting_heart_rate', 'max_heart_rate', 'zone_minutes'],
  usedBy: {
    gender: ['banister'],
    duration: ['banister'],
    heart_rate: ['banister'],
    resting_heart_rate: ['banister'],
    max_heart_rate: ['banister'],
    zone_minutes: ['edwards'],
  },
  equations,
  examples: [
    {
      input: { gender: 'male', duration: 60, heart_rate: 145, resting_heart_rate: 50, max_heart_rate: 190 },
      output: { training_impulse: 95.88, heart_rate_reserve_share: 0.679 },
      origin:
        'Independent calculation with 50 digits: x = 95/140 = 0.678571; 60 · 0.678571 · 0.64 · e^1.302857 = 95.8850',
    },
    {
      input: { gender: 'female', duration: 60, heart_rate: 145, resting_heart_rate: 50, max_heart_rate: 190 },
      output: { training_impulse: 108.74 },
      origin: 'Independent calculation with 50 digits: 60 · 0.678571 · 0.86 · e^1.133214 = 108.7412',
    },
    {
      input: { zone_minutes: [10, 20, 15, 10, 5] },
      output: { training_impulse: 160 },
      origin: 'By hand: 10 + 40 + 45 + 40 + 25 = 160',
    },
    {
      input: { gender: 'male', duration: 10, heart_rate: 190, resting_heart_rate: 50, max_heart_rate: 190 },
      output: { training_impulse: 43.65, heart_rate_reserve_share: 1 },
      origin: 'By hand: at the maximum x = 1; 10 · 0.64 · e^1.92 = 6.4 · 6.820958 = 43.654',
    },
  ],
  calculate: (session) => BY_METHOD[chosen(session)](session),
  explain(session) {
    const equation = chosen(session);
    return { equation, notes: [equation === 'banister' ? 'training-impulse.mean' : 'training-impulse.zones'] };
  },
});

type Session = z.output<typeof input>;

const chosen = ({ method, zone_minutes }: Session) => method ?? (zone_minutes === undefined ? 'banister' : 'edwards');

interface Impulse {
  readonly training_impulse: number;
  readonly heart_rate_reserve_share?: number;
}

const BY_METHOD: Readonly<Record<keyof typeof equations, (session: Session) => Impulse>> = {
  banister(session) {
    const { gender, duration, heart_rate, resting_heart_rate, max_heart_rate } = given(
      session,
      ['gender', 'duration', 'heart_rate', 'resting_heart_rate', 'max_heart_rate'],
      'banister',
    );
    if (max_heart_rate <= resting_heart_rate) throw new OutsideValidity('resting_heart_rate', 'resting_below_max');
    if (heart_rate < resting_heart_rate || heart_rate > max_heart_rate) {
      throw new OutsideValidity('heart_rate', 'training-impulse.between');
    }
    const share = (heart_rate - resting_heart_rate) / (max_heart_rate - resting_heart_rate);
    const { factor, exponent } = BANISTER[gender];
    return {
      training_impulse: duration * share * factor * Math.exp(exponent * share),
      heart_rate_reserve_share: share,
    };
  },
  edwards(session) {
    const { zone_minutes } = given(session, ['zone_minutes'], 'edwards');
    return { training_impulse: zone_minutes.reduce((sum, minutes, index) => sum + (index + 1) * minutes, 0) };
  },
};
