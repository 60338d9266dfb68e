import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { cardiac } from './family.ts';

const fick1870 = {
  citation:
    'Fick A. Ueber die Messung des Blutquantums in den Herzventrikeln. Sitzungsberichte der Physikalisch-Medizinischen Gesellschaft zu Würzburg 1870;2:16-17',
};

const equations = {
  measured: {
    formula: 'CO = VO2 / (13.4 · haemoglobin [g/dL] · (SaO2 − SvO2)) L/min, VO2 in mL/min',
    sources: [fick1870],
  },
  assumed: {
    formula: 'CO = 125 · body surface area [m²] / (13.4 · haemoglobin [g/dL] · (SaO2 − SvO2)) L/min',
    sources: [
      fick1870,
      {
        citation:
          'Dehmer GJ, Firth BG, Hillis LD. Oxygen consumption in adult patients during cardiac catheterization. Clin Cardiol 1982;5:436-440',
        doi: '10.1002/clc.4960050803',
      },
    ],
  },
};

/** mL of oxygen that a gram of haemoglobin binds, times 10 dL in a litre. */
const ML_PER_G = 13.4;
/** Oxygen consumption of an adult at rest in mL/min for a square metre of body surface. */
const ASSUMED_CONSUMPTION = 125;
const ML_PER_L = 1000;

/** Cardiac output by the principle of Fick. */
export const cardiacOutput = defineCalculator({
  name: 'cardiac-output',
  family: cardiac,
  since: 'v1.0.0',
  input: z.object({
    haemoglobin: field.quantity({ min: 2, max: 25 }, 'g/dL', 'g_per_dl'),
    arterial_saturation: field.percentage({ min: 30, max: 100 }),
    venous_saturation: field.percentage({ min: 10, max: 99 }),
    oxygen_consumption: field.quantity({ min: 50, max: 6000 }, 'mL/min', 'ml_per_min').optional(),
    body_surface_area: field.quantity({ min: 0.2, max: 3.5 }, 'm²', 'm2').optional(),
    heart_rate: field.heartRate({ min: 20, max: 300 }).optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({
    cardiac_output_l_per_min: result.rounded(2),
    cardiac_index_l_per_min_per_m2: result.rounded(2).optional(),
    stroke_volume_ml: result.rounded(1).optional(),
  }),
  profile: [
    'haemoglobin',
    'arterial_saturation',
    'venous_saturation',
    'oxygen_consumption',
    'body_surface_area',
    'heart_rate',
  ],
  usedBy: {
    oxygen_consumption: ['measured'],
  },
  equations,
  examples: [
    {
      input: { haemoglobin: 10, arterial_saturation: 100, venous_saturation: 75, oxygen_consumption: 134 },
      output: { cardiac_output_l_per_min: 4 },
      origin: 'By hand: 134 / (13.4 · 10 · 0.25) = 134 / 33.5 = 4',
    },
    {
      input: {
        haemoglobin: 15,
        arterial_saturation: 95,
        venous_saturation: 70,
        oxygen_consumption: 201,
        body_surface_area: 2,
        heart_rate: 80,
      },
      output: { cardiac_output_l_per_min: 4, cardiac_index_l_per_min_per_m2: 2, stroke_volume_ml: 50 },
      origin: 'By hand: 201 / (13.4 · 15 · 0.25) = 201 / 50.25 = 4; 4 / 2 = 2; 4000 / 80 = 50',
    },
    {
      input: {
        haemoglobin: 12.5,
        arterial_saturation: 98,
        venous_saturation: 58,
        body_surface_area: 1.34,
        method: 'assumed',
      },
      output: { cardiac_output_l_per_min: 2.5, cardiac_index_l_per_min_per_m2: 1.87 },
      origin: 'By hand: 125 · 1.34 / (13.4 · 12.5 · 0.4) = 167.5 / 67 = 2.5; 2.5 / 1.34 = 1.866',
    },
  ],
  calculate({ method, ...person }) {
    const difference = person.arterial_saturation - person.venous_saturation;
    if (difference <= 0) throw new OutsideValidity('venous_saturation', 'cardiac-output.venous_below_arterial');
    const consumption =
      method === 'measured'
        ? given(person, ['oxygen_consumption'], method).oxygen_consumption
        : ASSUMED_CONSUMPTION * given(person, ['body_surface_area'], method).body_surface_area;
    const output = consumption / (ML_PER_G * person.haemoglobin * (difference / 100));
    return {
      cardiac_output_l_per_min: output,
      ...(person.body_surface_area === undefined
        ? {}
        : { cardiac_index_l_per_min_per_m2: output / person.body_surface_area }),
      ...(person.heart_rate === undefined ? {} : { stroke_volume_ml: (output * ML_PER_L) / person.heart_rate }),
    };
  },
  explain: ({ method }) => ({ warnings: method === 'assumed' ? ['cardiac-output.assumed'] : [] }),
});
