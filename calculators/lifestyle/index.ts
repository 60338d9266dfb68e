import type { Calculator } from '../kit/index.ts';
import { airQualityIndex } from './air-quality-index.ts';
import { alcoholUnits } from './alcohol-units.ts';
import { apparentTemperature } from './apparent-temperature.ts';
import { bloodAlcohol } from './blood-alcohol.ts';
import { dewPoint } from './dew-point.ts';
import { heatIndex } from './heat-index.ts';
import { humidex } from './humidex.ts';
import { packYears } from './pack-years.ts';
import { sleepCycles } from './sleep-cycles.ts';
import { sleepDebt } from './sleep-debt.ts';
import { sleepDuration } from './sleep-duration.ts';
import { sleepEfficiency } from './sleep-efficiency.ts';
import { socialJetLag } from './social-jet-lag.ts';
import { sweatRate } from './sweat-rate.ts';
import { wetBulbGlobeTemperature } from './wet-bulb-globe-temperature.ts';
import { wetBulbTemperature } from './wet-bulb-temperature.ts';
import { windChill } from './wind-chill.ts';

/** Every calculator of sleep, alcohol, smoking, sweat, weather and air. */
export const lifestyleCalculators: readonly Calculator[] = [
  sleepDuration,
  sleepCycles,
  sleepEfficiency,
  sleepDebt,
  socialJetLag,
  bloodAlcohol,
  alcoholUnits,
  packYears,
  sweatRate,
  heatIndex,
  windChill,
  wetBulbGlobeTemperature,
  wetBulbTemperature,
  dewPoint,
  humidex,
  apparentTemperature,
  airQualityIndex,
];
