import { expect, it } from 'vitest';
import { DIMENSIONS, imperialTwin, toImperial, toMetric } from './units.ts';

it.each([
  ['healthy_weight_kg', 'healthy_weight_lb', 0.45359237],
  ['step_length_cm', 'step_length_in', 2.54],
  ['predicted_distance_m', 'predicted_distance_mi', 1609.344],
  ['speed_kmh', 'speed_mph', 1.609344],
])('%s has the twin %s', (name, twin, factor) => {
  expect(imperialTwin(name)).toMatchObject({ name: twin, factor });
});

it.each([
  'vo2max_ml_per_kg_min',
  'body_surface_area_m2',
  'heart_rate_bpm',
  'pace_s_per_km',
  'speed_m_per_s',
  'energy_availability_kcal_per_kg',
  'm',
])('%s has no twin', (name) => {
  expect(imperialTwin(name)).toBeNull();
});

it('a pace per mile is longer than one per kilometre', () => {
  // 480 s/mi / 1.609344 km/mi = 298.26 s/km
  expect(480 * DIMENSIONS.pace.factor).toBeCloseTo(298.2582, 4);
});

it.each([
  [0, 32],
  [100, 212],
  [-40, -40],
  [37, 98.6],
])('%d °C are %d °F', (celsius, fahrenheit) => {
  expect(toImperial('temperature', celsius)).toBeCloseTo(fahrenheit, 10);
  expect(toMetric('temperature', fahrenheit)).toBeCloseTo(celsius, 10);
  expect(imperialTwin('dew_point_c')?.of(celsius)).toBeCloseTo(fahrenheit, 10);
});

it('names the imperial twin of a temperature after °F', () => {
  expect(imperialTwin('dew_point_c')).toMatchObject({ name: 'dew_point_f', unit: '°F' });
});
