import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, result, timeText } from '../kit/index.ts';
import { M_PER_YD } from '../kit/units.ts';
import { training } from './family.ts';

const wakayoshi = {
  citation:
    'Wakayoshi K, Ikuta K, Yoshida T, et al. Determination and validity of critical velocity as an index of swimming performance in the competitive swimmer. Eur J Appl Physiol 1992;64:153-157',
  doi: '10.1007/BF00717953',
};

const metres = () => field.quantity({ min: 25, max: 3000 }, 'm', 'm');

/** The highest sustainable swimming speed, from all-out swims over two distances. */
export const criticalSwimSpeed = defineCalculator({
  name: 'critical-swim-speed',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    short_time: field.time({ min: 10, max: 7200 }),
    long_time: field.time({ min: 20, max: 14_400 }),
    short_distance: metres().default(200),
    long_distance: metres().default(400),
  }),
  output: z.object({
    critical_swim_speed_m_per_s: result.rounded(4),
    pace_per_100m: result.timeText(),
    pace_s_per_100m: result.seconds(),
    pace_per_100yd: result.timeText(),
    pace_s_per_100yd: result.seconds(),
  }),
  profile: ['short_time', 'long_time', 'short_distance', 'long_distance'],
  equations: {
    wakayoshi: {
      formula: 'speed = (long distance − short distance) / (long time − short time) m/s; usually 400 m and 200 m',
      sources: [wakayoshi],
    },
  },
  examples: [
    {
      input: { short_time: '2:50', long_time: '6:00' },
      output: { critical_swim_speed_m_per_s: 1.0526, pace_per_100m: '1:35', pace_s_per_100m: 95 },
      origin: 'By hand: 200 m / (360 − 170) s = 200 / 190 = 1.052632 m/s; 100 / 1.052632 = 95 s',
    },
    {
      input: { short_time: 40, long_time: 365, short_distance: 50, long_distance: 400 },
      output: { critical_swim_speed_m_per_s: 1.0769, pace_per_100m: '1:33', pace_s_per_100m: 92.86 },
      origin: 'By hand: 350 / 325 = 1.076923 m/s; 32500 / 350 = 92.857 s',
    },
    {
      input: { short_time: '2:20', long_time: '5:00' },
      output: { critical_swim_speed_m_per_s: 1.25, pace_per_100m: '1:20', pace_s_per_100m: 80 },
      origin: 'By hand: 200 / 160 = 1.25 m/s; 100 / 1.25 = 80 s',
    },
    {
      input: { short_time: '2:30', long_time: '5:10', short_distance: 182.88, long_distance: 365.76 },
      output: { pace_per_100yd: '1:20', pace_s_per_100yd: 80, pace_s_per_100m: 87.49 },
      origin: 'By hand, 200 and 400 yards of 0.9144 m: 160 s for 200 yd are 80 s for 100 yd; 160 / 1.8288 = 87.489 s',
    },
  ],
  calculate({ short_time, long_time, short_distance, long_distance }) {
    if (long_distance <= short_distance) throw new OutsideValidity('long_distance', 'critical-swim-speed.distances');
    if (long_time <= short_time) throw new OutsideValidity('long_time', 'critical-swim-speed.times');
    const speed = (long_distance - short_distance) / (long_time - short_time);
    return {
      critical_swim_speed_m_per_s: speed,
      pace_per_100m: timeText(100 / speed),
      pace_s_per_100m: 100 / speed,
      pace_per_100yd: timeText((100 * M_PER_YD) / speed),
      pace_s_per_100yd: (100 * M_PER_YD) / speed,
    };
  },
  explain: () => ({ notes: ['critical-swim-speed.all_out'] }),
});
