import { people } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  apparent_temperature_c: { min: -90, max: 80 },
  sleep_debt_hours: { min: 0, max: 150 },
  surplus_hours: { min: 0, max: 150 },
  deficit_hours: { min: 0, max: 150 },
  sleep_hours: { min: 0.5, max: 24 },
  cycles: { min: 1, max: 10 },
  blood_alcohol_g_per_l: { min: 0, max: 16 },
  range_g_per_l: { min: 0, max: 16 },
  blood_alcohol_g_per_kg: { min: 0, max: 16 },
  blood_alcohol_percent: { min: 0, max: 1.6 },
  hours_until_zero: { min: 0, max: 200 },
  standard_drinks: { min: 0, max: 2000 },
  alcohol_g: { min: 0, max: 16_000 },
  pack_years: { min: 0, max: 500 },
  // The highest that was measured in a race is 3.7 L/h (Armstrong et al., Phys Sportsmed 1986;14(3):73).
  sweat_rate_l_per_h: { min: 0, max: 4.5 },
  sweat_loss_l: { min: 0, max: 30 },
  dehydration_percent: { min: -15, max: 20 },
  sodium_loss_mg: { min: 0, max: 140_000 },
  heat_index_c: { min: -10, max: 100 },
  heat_index_f: { min: 14, max: 212 },
  wind_chill_c: { min: -130, max: 20 },
  wbgt_c: { min: -20, max: 60 },
  wet_bulb_c: { min: -25, max: 55 },
  humidex: { min: -20, max: 80 },
  air_quality_index: { min: 0, max: 2000 },
});
