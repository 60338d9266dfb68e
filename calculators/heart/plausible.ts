import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  target_heart_rate_bpm: { min: 40, max: 240 },
  pulse_pressure_mmhg: { min: 1, max: 250 },
  standard_deviation_bpm: { min: 1, max: 30 },
  heart_rate_recovery_bpm: { min: -50, max: 150 },
  mean_arterial_pressure_mmhg: { min: 20, max: 300 },
  rate_pressure_product: { min: 500, max: 60_000 },
  ankle_brachial_index: { min: 0.05, max: 3.5 },
  left_index: { min: 0.05, max: 3.5 },
  right_index: { min: 0.05, max: 3.5 },
  shock_index: { min: 0.1, max: 400 },
});
