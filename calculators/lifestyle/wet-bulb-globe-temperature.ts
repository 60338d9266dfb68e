import { z } from 'zod';
import { defineCalculator, field, given, method, result } from '../kit/index.ts';
import { lifestyle } from './family.ts';
import { bureauOfMeteorology } from './sources.ts';
import { vapourPressure } from './vapour-pressure.ts';

const iso7243 = {
  citation:
    'ISO 7243:2017. Ergonomics of the thermal environment: assessment of heat stress using the WBGT (wet bulb globe temperature) index',
};

const equations = {
  outdoor: {
    formula: 'WBGT = 0.7 · natural wet bulb + 0.2 · globe + 0.1 · air temperature [°C]',
    sources: [iso7243],
  },
  indoor: { formula: 'WBGT = 0.7 · natural wet bulb + 0.3 · globe [°C]', sources: [iso7243] },
  shade: {
    formula: 'WBGT ≈ 0.567·T + 0.393·e + 3.94; e = RH/100 · 6.105 · exp(17.27·T / (237.7 + T)) hPa [°C]',
    sources: [bureauOfMeteorology],
    date: '2026',
    synonyms: ['bom'],
  },
};

const input = z.object({
  wet_bulb: field.temperature({ min: -10, max: 50 }).optional(),
  globe: field.temperature({ min: -10, max: 90 }).optional(),
  temperature: field.temperature({ min: -10, max: 60 }).optional(),
  humidity: field.humidity().optional(),
  method: method(equations, { all: true }),
});

/** Heat stress from temperature, humidity, wind and sun. */
export const wetBulbGlobeTemperature = defineCalculator({
  name: 'wet-bulb-globe-temperature',
  family: lifestyle,
  since: 'v1.0.0',
  aliases: ['wbgt'],
  input,
  output: z.object({ wbgt_c: result.degreesCelsius() }),
  profile: ['wet_bulb', 'globe', 'temperature', 'humidity'],
  usedBy: {
    wet_bulb: ['outdoor', 'indoor'],
    globe: ['outdoor', 'indoor'],
    temperature: ['outdoor', 'shade'],
    humidity: ['shade'],
  },
  equations,
  examples: [
    {
      input: { wet_bulb: 25, globe: 40, temperature: 32 },
      output: { wbgt_c: 28.7 },
      origin: 'By hand: 0.7 · 25 + 0.2 · 40 + 0.1 · 32 = 17.5 + 8 + 3.2 = 28.7',
    },
    {
      input: { wet_bulb: 22.4, globe: 31.5, method: 'indoor' },
      output: { wbgt_c: 25.13 },
      origin: 'By hand: 0.7 · 22.4 + 0.3 · 31.5 = 15.68 + 9.45 = 25.13',
    },
    {
      input: { temperature: 30, humidity: 60, method: 'shade' },
      output: { wbgt_c: 30.92 },
      origin: 'Independent calculation with 50 digits: e = 25.3723 hPa; 17.01 + 9.9713 + 3.94 = 30.9213',
    },
  ],
  calculate: (air) => ({ wbgt_c: WBGT[air.method](air) }),
  explain: ({ method }) => ({
    notes: [
      method === 'shade' ? 'wet-bulb-globe-temperature.estimate' : 'wet-bulb-globe-temperature.natural_wet_bulb',
      'wet-bulb-globe-temperature.limits',
    ],
  }),
});

const WBGT: Readonly<Record<keyof typeof equations, (air: z.output<typeof input>) => number>> = {
  outdoor(air) {
    const { wet_bulb, globe, temperature } = given(air, ['wet_bulb', 'globe', 'temperature'], 'outdoor');
    return 0.7 * wet_bulb + 0.2 * globe + 0.1 * temperature;
  },
  indoor(air) {
    const { wet_bulb, globe } = given(air, ['wet_bulb', 'globe'], 'indoor');
    return 0.7 * wet_bulb + 0.3 * globe;
  },
  shade(air) {
    const { temperature, humidity } = given(air, ['temperature', 'humidity'], 'shade');
    return 0.567 * temperature + 0.393 * vapourPressure(temperature, humidity) + 3.94;
  },
};
