import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { calculatorSuite, type Monotony } from '../kit/calculator.suite.ts';
import { lifestyleCalculators } from './index.ts';

/** What the physics says; by the method of each example. */
const MONOTONY: Readonly<Record<string, Monotony>> = {
  'sleep-cycles': { rises: { sleep_hours: ['cycles'] } },
  'sleep-efficiency': {
    rises: { sleep_efficiency_percent: ['asleep'], awake_min: ['in_bed'] },
    falls: { sleep_efficiency_percent: ['in_bed'] },
  },
  'sleep-debt': { rises: { sleep_debt_hours: ['need'], deficit_hours: ['need'] }, falls: { surplus_hours: ['need'] } },
  'blood-alcohol': {
    rises: { blood_alcohol_g_per_l: ['alcohol'], hours_until_zero: ['alcohol'] },
    falls: { blood_alcohol_g_per_l: ['weight', 'hours', 'height'] },
  },
  'alcohol-units': { rises: { standard_drinks: ['volume', 'strength'], alcohol_g: ['volume', 'strength'] } },
  'pack-years': { rises: { pack_years: ['cigarettes', 'years'] } },
  'sweat-rate': {
    rises: { sweat_rate_l_per_h: ['weight_before', 'fluid_intake'], dehydration_percent: ['weight_before'] },
    falls: { sweat_rate_l_per_h: ['urine', 'duration'] },
  },
  'wind-chill': { rises: { wind_chill_c: ['temperature'] }, falls: { wind_chill_c: ['wind_speed'] } },
  'wet-bulb-globe-temperature': { rises: { wbgt_c: ['wet_bulb', 'globe', 'temperature', 'humidity'] } },
  'wet-bulb-temperature': { rises: { wet_bulb_c: ['temperature', 'humidity'] } },
  'dew-point': { rises: { dew_point_c: ['temperature', 'humidity'] } },
  humidex: { rises: { humidex: ['temperature', 'dew_point', 'humidity'] } },
  'apparent-temperature': {
    rises: { apparent_temperature_c: ['temperature', 'humidity'] },
    falls: { apparent_temperature_c: ['wind_speed'] },
  },
  'air-quality-index': { rises: { air_quality_index: ['pm2_5'] } },
};

for (const calculator of lifestyleCalculators) calculatorSuite(calculator, MONOTONY[calculator.name]);

it('lists every calculator of the folder', () => {
  const here = new URL('.', import.meta.url);
  const names = globSync('*.ts', { cwd: fileURLToPath(here) })
    .map((file) => readFileSync(new URL(file, here), 'utf8'))
    .flatMap((code) => /defineCalculator\(\{\s*name: '([a-z-]+)'/.exec(code)?.[1] ?? []);
  expect(lifestyleCalculators.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});
