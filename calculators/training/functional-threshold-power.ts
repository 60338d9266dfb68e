import { z } from 'zod';
import { defineCalculator, field, result } from '../kit/index.ts';
import { training } from './family.ts';
import { allenCoggan } from './sources.ts';

/** Share of the best power over 20 minutes that is sustainable for an hour. */
const HELD_FOR_AN_HOUR = 0.95;

/** Coggan's power zones. Each begins above the previous one and includes its own percent of the threshold. */
const ZONES = [
  { zone: 'active_recovery', to: 55 },
  { zone: 'endurance', to: 75 },
  { zone: 'tempo', to: 90 },
  { zone: 'threshold', to: 105 },
  { zone: 'vo2max', to: 120 },
  { zone: 'anaerobic', to: 150 },
  { zone: 'neuromuscular', to: null },
] as const;

/** Power sustainable for an hour, from the best 20 minutes, and the training zones. */
export const functionalThresholdPower = defineCalculator({
  name: 'functional-threshold-power',
  family: training,
  since: 'v1.0.0',
  input: z.object({ power: field.power({ min: 30, max: 700 }) }),
  output: z.object({
    functional_threshold_power_w: result.watts(),
    zones: z.array(
      z.object({
        zone: result.key([
          'active_recovery',
          'endurance',
          'tempo',
          'threshold',
          'vo2max',
          'anaerobic',
          'neuromuscular',
        ]),
        above_percent: result.rounded(0),
        up_to_percent: result.rounded(0).nullable(),
        above_w: result.watts(),
        up_to_w: result.watts().nullable(),
      }),
    ),
  }),
  profile: ['power'],
  equations: {
    coggan_threshold: { formula: 'FTP = 0.95 · best mean power of 20 min [W]', sources: [allenCoggan] },
  },
  examples: [
    {
      input: { power: 260 },
      output: { functional_threshold_power_w: 247 },
      origin: 'By hand: 0.95 · 260 = 247',
    },
    {
      input: { power: 200 },
      output: {
        functional_threshold_power_w: 190,
        zones: [
          { zone: 'active_recovery', above_percent: 0, up_to_percent: 55, above_w: 0, up_to_w: 104.5 },
          { zone: 'endurance', above_w: 104.5, up_to_w: 142.5 },
          { zone: 'tempo', above_w: 142.5, up_to_w: 171 },
          { zone: 'threshold', above_w: 171, up_to_w: 199.5 },
          { zone: 'vo2max', above_w: 199.5, up_to_w: 228 },
          { zone: 'anaerobic', above_w: 228, up_to_w: 285 },
          { zone: 'neuromuscular', above_w: 285, up_to_percent: null, up_to_w: null },
        ],
      },
      origin: 'By hand: 0.95 · 200 = 190; 55, 75, 90, 105, 120 and 150 % of it',
    },
    {
      input: { power: 315.5 },
      output: { functional_threshold_power_w: 299.73 },
      origin: 'By hand: 0.95 · 315.5 = 299.725, half away from zero',
    },
  ],
  calculate({ power }) {
    const threshold = HELD_FOR_AN_HOUR * power;
    const zones = ZONES.map(({ zone, to }, index) => {
      const above = ZONES[index - 1]?.to ?? 0;
      return {
        zone,
        above_percent: above,
        up_to_percent: to,
        above_w: (threshold * above) / 100,
        up_to_w: to === null ? null : (threshold * to) / 100,
      };
    });
    return { functional_threshold_power_w: threshold, zones };
  },
  explain: () => ({ notes: ['functional-threshold-power.zones_from'] }),
});
