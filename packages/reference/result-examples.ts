import type { z } from 'zod';
import { classTable, result } from '../../calculators/kit/index.ts';

/** A result in use. */
export interface ResultExample {
  /** Name of the result in the answer. */
  readonly name: string;
  /** Its text is the example. */
  readonly declare: () => z.ZodType;
  /** What `calculate` returns. */
  readonly returned: unknown;
  /** What the answer has. */
  readonly answered: unknown;
}

const number = (name: string, declare: () => z.ZodType, returned = 12.345_678, answered = 12.35) => ({
  name,
  declare,
  returned,
  answered,
});

/** An example of every `result.*`. */
export const RESULT_EXAMPLES: Readonly<Record<string, ResultExample>> = {
  rounded: number('score', () => result.rounded(1), 12.345_678, 12.3),
  kcal: number('bmr_kcal', () => result.kcal()),
  index: number('bmi', () => result.index()),
  percent: number('share_percent', () => result.percent()),
  ratio: number('waist_to_hip', () => result.ratio(), 0.823_46, 0.823),
  kilograms: number('fat_mass_kg', () => result.kilograms()),
  centimetres: number('waist_limit_cm', () => result.centimetres()),
  litres: number('water_l', () => result.litres()),
  metres: number('distance_m', () => result.metres()),
  kilometresPerHour: number('speed_kmh', () => result.kilometresPerHour()),
  seconds: number('time_s', () => result.seconds()),
  timeText: { name: 'time', declare: () => result.timeText(), returned: '1:45:30', answered: '1:45:30' },
  beatsPerMinute: number('max_bpm', () => result.beatsPerMinute(), 187.6, 188),
  millimetresOfMercury: number('mean_mmhg', () => result.millimetresOfMercury()),
  watts: number('power_w', () => result.watts()),
  oxygenUptake: number('vo2_ml_per_kg_min', () => result.oxygenUptake()),
  hours: number('debt_hours', () => result.hours()),
  timeOfDay: { name: 'bedtime', declare: () => result.timeOfDay(), returned: '22:45', answered: '22:45' },
  degreesCelsius: number('felt_c', () => result.degreesCelsius()),
  date: { name: 'due', declare: () => result.date(), returned: '2026-11-22', answered: '2026-11-22' },
  constant: number('factor', () => result.constant(), 1.2345, 1.2345),
  key: { name: 'kind', declare: () => result.key(['slow', 'fast']), returned: 'fast', answered: 'fast' },
  classOf: {
    name: 'class',
    declare: () => result.classOf(classTable({ low: -Infinity, normal: 18.5, high: 25 })),
    returned: 'normal',
    answered: 'normal',
  },
  withLabelsOf: {
    name: 'former_class',
    declare: () => result.withLabelsOf('class', result.key(['low', 'normal'])),
    returned: 'low',
    answered: 'low',
  },
};
