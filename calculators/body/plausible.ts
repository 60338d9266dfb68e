import { people, WAIST_TO_HEIGHT, WAIST_TO_HIP } from '../kit/people.ts';

/** What the results of this family can be, beyond the bounds that all families share. */
export const plausible = people({
  healthy_weight_kg: { min: 1, max: 300 },
  weight_kg: { min: 0.5, max: 650 },
  lean_body_mass_kg: { min: 0.2, max: 350 },
  adjusted_body_weight_kg: { min: 2, max: 650 },
  ideal_body_weight_kg: { min: 20, max: 160 },
  percent_of_ideal_weight: { min: 20, max: 1000 },
  body_density_g_per_cm3: { min: 0.9, max: 1.12 },
  sum_of_skinfolds_mm: { min: 2, max: 600 },
  relative_fat_mass_percent: { min: 1, max: 75 },
  body_adiposity_index_percent: { min: 1, max: 75 },
  waist_to_height_ratio: WAIST_TO_HEIGHT,
  waist_to_hip_ratio: WAIST_TO_HIP,
  absi: { min: 0.03, max: 0.16 },
  absi_z_score: { min: -15, max: 25 },
  body_roundness_index: { min: 0, max: 60 },
  // 1 is a cylinder, 1.73 two cones base to base (Valdez, J Clin Epidemiol 1991;44:955).
  conicity_index: { min: 0.7, max: 2.2 },
  ponderal_index: { min: 1, max: 130 },
  ffmi: { min: 5, max: 80 },
  normalized_ffmi: { min: 5, max: 80 },
  fmi: { min: 0.1, max: 160 },
  total_body_water_l: { min: 1, max: 150 },
  // Newborns have 75 %, lean tissue 73 %.
  share_of_weight_percent: { min: 20, max: 80 },
  blood_volume_l: { min: 0.1, max: 20 },
  blood_volume_ml_per_kg: { min: 25, max: 130 },
  height_to_wrist_ratio: { min: 6, max: 16 },
});
