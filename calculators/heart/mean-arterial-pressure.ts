import { z } from 'zod';
import { classify, classTable, defineCalculator, result } from '../kit/index.ts';
import { meanPressure, pulsePressure } from './arterial-pressure.ts';
import { heart } from './family.ts';
import { diastolic, systolic } from './pressure-fields.ts';
import { mancia2023, physiology } from './sources.ts';

const pulseClasses = classTable({ not_raised: 0, raised: 60 });
const meanClasses = classTable({ below_target: 0, at_target: 65 });

/** Mean arterial pressure and pulse pressure. */
export const meanArterialPressure = defineCalculator({
  name: 'mean-arterial-pressure',
  family: heart,
  since: 'v1.0.0',
  input: z.object({ systolic: systolic(), diastolic: diastolic() }),
  output: z.object({
    mean_arterial_pressure_mmhg: result.millimetresOfMercury(),
    pulse_pressure_mmhg: result.millimetresOfMercury(),
    mean_category: result.classOf(meanClasses),
    pulse_category: result.classOf(pulseClasses),
  }),
  profile: ['systolic', 'diastolic'],
  equations: {
    one_third: {
      formula: 'MAP = diastolic + (systolic − diastolic) / 3; PP = systolic − diastolic',
      sources: [physiology],
    },
  },
  sources: [
    mancia2023,
    {
      citation:
        'Evans L, Rhodes A, Alhazzani W, et al. Surviving Sepsis Campaign: international guidelines for management of sepsis and septic shock 2021. Intensive Care Med 2021;47:1181-1247',
      doi: '10.1007/s00134-021-06506-y',
    },
  ],
  examples: [
    {
      input: { systolic: 128, diastolic: 82 },
      output: {
        mean_arterial_pressure_mmhg: 97.33,
        pulse_pressure_mmhg: 46,
        mean_category: 'at_target',
        pulse_category: 'not_raised',
      },
      origin: 'By hand: 128 − 82 = 46; 82 + 46 / 3 = 97.3333',
    },
    {
      input: { systolic: 150, diastolic: 90 },
      output: { mean_arterial_pressure_mmhg: 110, pulse_pressure_mmhg: 60, pulse_category: 'raised' },
      origin: 'By hand: 150 − 90 = 60, where raised begins; 90 + 20 = 110',
    },
    {
      input: { systolic: 95, diastolic: 50 },
      output: { mean_arterial_pressure_mmhg: 65, pulse_pressure_mmhg: 45, mean_category: 'at_target' },
      origin: 'By hand: 95 − 50 = 45; 50 + 15 = 65, the target in septic shock',
    },
    {
      input: { systolic: 94, diastolic: 50 },
      output: { mean_arterial_pressure_mmhg: 64.67, mean_category: 'below_target' },
      origin: 'By hand: 50 + 44 / 3 = 64.6667',
    },
  ],
  calculate(reading) {
    const mean = meanPressure(reading);
    const pulse = pulsePressure(reading);
    return {
      mean_arterial_pressure_mmhg: mean,
      pulse_pressure_mmhg: pulse,
      mean_category: classify(mean, meanClasses),
      pulse_category: classify(pulse, pulseClasses),
    };
  },
  explain: () => ({ notes: ['mean-arterial-pressure.older_people'] }),
});
