import type { z } from 'zod';
import { field } from '../../calculators/kit/index.ts';

/** An input in use: a value as a caller writes it, and one that is refused. */
export interface FieldExample {
  /** Its text is the example. */
  readonly declare: () => z.ZodType;
  readonly takes: string;
  /** What `calculate` gets for it; the reference shows it. */
  readonly gives: unknown;
  readonly refuses: readonly [value: string, code: string];
}

/** An example of every `field.*`. */
export const FIELD_EXAMPLES: Readonly<Record<string, FieldExample>> = {
  mass: {
    declare: () => field.mass({ min: 0.5, max: 20 }),
    takes: '3.25',
    gives: 3.25,
    refuses: ['0.4', 'too_small'],
  },
  length: {
    declare: () => field.length({ min: 10, max: 80 }),
    takes: '34.5',
    gives: 34.5,
    refuses: ['81', 'too_large'],
  },
  percentage: {
    declare: () => field.percentage({ min: 0, max: 100 }),
    takes: '12.5',
    gives: 12.5,
    refuses: ['12.5%', 'not_a_number'],
  },
  quantity: {
    declare: () => field.quantity({ min: 1, max: 30 }, 'mmol/L', 'mmol_per_l'),
    takes: '5.2',
    gives: 5.2,
    refuses: ['0.9', 'too_small'],
  },
  count: {
    declare: () => field.count({ min: 1, max: 20 }, 'repetitions'),
    takes: '8',
    gives: 8,
    refuses: ['8.5', 'not_an_integer'],
  },
  date: {
    declare: () => field.date({ first: '2000-01-01', last: '2099-12-31' }),
    takes: '2026-02-28',
    gives: '2026-02-28',
    refuses: ['2026-02-30', 'not_a_date'],
  },
  time: {
    declare: () => field.time({ min: 60, max: 36_000 }),
    takes: '1:45:30',
    gives: 6330,
    refuses: ['0:30', 'too_small'],
  },
  duration: {
    declare: () => field.duration({ min: 1, max: 600 }),
    takes: '1:30:00',
    gives: 90,
    refuses: ['0', 'too_small'],
  },
  hours: {
    declare: () => field.hours({ min: 0, max: 24 }),
    takes: '7:30:00',
    gives: 7.5,
    refuses: ['7:30', 'not_a_time'],
  },
  clockTime: {
    declare: () => field.clockTime(),
    takes: '22:45',
    gives: '22:45',
    refuses: ['24:00', 'not_a_clock_time'],
  },
  temperature: {
    declare: () => field.temperature({ min: -40, max: 50 }),
    takes: '21.5',
    gives: 21.5,
    refuses: ['51', 'too_large'],
  },
  humidity: { declare: () => field.humidity(), takes: '65', gives: 65, refuses: ['101', 'too_large'] },
  bloodPressure: {
    declare: () => field.bloodPressure({ min: 40, max: 300 }),
    takes: '120',
    gives: 120,
    refuses: ['30', 'too_small'],
  },
  distance: {
    declare: () => field.distance({ min: 100, max: 500_000 }),
    takes: '10000',
    gives: 10_000,
    refuses: ['10 km', 'not_a_number'],
  },
  speed: { declare: () => field.speed({ min: 1, max: 40 }), takes: '12.5', gives: 12.5, refuses: ['41', 'too_large'] },
  pace: {
    declare: () => field.pace({ min: 120, max: 900 }),
    takes: '5:30',
    gives: 330,
    refuses: ['1:00', 'too_small'],
  },
  heartRate: { declare: () => field.heartRate(), takes: '62', gives: 62, refuses: ['20', 'too_small'] },
  power: { declare: () => field.power({ min: 0, max: 2_500 }), takes: '250', gives: 250, refuses: ['-1', 'too_small'] },
  oxygenUptake: { declare: () => field.oxygenUptake(), takes: '48.2', gives: 48.2, refuses: ['3', 'too_small'] },
  series: {
    declare: () => field.series({ min: 0, max: 24 }, { least: 2, most: 7 }),
    takes: '7,6.5,8',
    gives: [7, 6.5, 8],
    refuses: ['7', 'too_few'],
  },
  flag: { declare: () => field.flag(), takes: 'true', gives: true, refuses: ['yes', 'not_allowed'] },
  choice: {
    declare: () => field.choice(['easy', 'hard']),
    takes: 'easy',
    gives: 'easy',
    refuses: ['Easy', 'not_allowed'],
  },
  weight: { declare: () => field.weight(), takes: '72.5', gives: 72.5, refuses: ['1.9', 'too_small'] },
  height: { declare: () => field.height(), takes: '178', gives: 178, refuses: ['1.78', 'too_small'] },
  waist: { declare: () => field.waist(), takes: '84', gives: 84, refuses: ['251', 'too_large'] },
  hip: { declare: () => field.hip(), takes: '98', gives: 98, refuses: ['49', 'too_small'] },
  age: { declare: () => field.age({ min: 18, max: 80 }), takes: '34', gives: 34, refuses: ['17', 'too_small'] },
  bodyFat: { declare: () => field.bodyFat(), takes: '22', gives: 22, refuses: ['1', 'too_small'] },
  gender: { declare: () => field.gender(), takes: 'female', gives: 'female', refuses: ['f', 'not_allowed'] },
  activityLevel: {
    declare: () => field.activityLevel(),
    takes: 'very_active',
    gives: 'very_active',
    refuses: ['active', 'not_allowed'],
  },
  goal: { declare: () => field.goal(), takes: 'fat_loss', gives: 'weight_loss', refuses: ['loss', 'not_allowed'] },
  unless: {
    declare: () => field.unless('bmi', field.weight()),
    takes: '72.5',
    gives: 72.5,
    refuses: ['1.9', 'too_small'],
  },
};
