import { z } from 'zod';
import { defineCalculator, field, given, OutsideValidity, type Remark, result } from '../kit/index.ts';
import { training } from './family.ts';

const monodScherrer = {
  citation: 'Monod H, Scherrer J. The work capacity of a synergic muscular group. Ergonomics 1965;8:329-338',
  doi: '10.1080/00140136508930810',
};
const moritani = {
  citation:
    'Moritani T, Nagata A, deVries HA, Muro M. Critical power as a measure of physical work capacity and anaerobic threshold. Ergonomics 1981;24:339-350',
};

const watts = () => field.power({ min: 20, max: 2000 });
const seconds = () => field.time({ min: 30, max: 7200 });

const input = z.object({
  power_1: watts(),
  time_1: seconds(),
  power_2: watts(),
  time_2: seconds(),
  power_3: watts().optional(),
  time_3: seconds().optional(),
  power_4: watts().optional(),
  time_4: seconds().optional(),
  power_5: watts().optional(),
  time_5: seconds().optional(),
});

/** Range of times in s in which work is a linear function of time. */
const STRAIGHT = { min: 120, max: 900 };

/** The highest sustainable power and the work above it, from all-out efforts of different length. */
export const criticalPower = defineCalculator({
  name: 'critical-power',
  family: training,
  since: 'v1.0.0',
  input,
  output: z.object({
    critical_power_w: result.watts(),
    work_above_critical_power_j: result.rounded(2),
    r_squared: result.ratio().optional(),
  }),
  profile: ['power_1', 'time_1', 'power_2', 'time_2', 'power_3', 'time_3', 'power_4', 'time_4', 'power_5', 'time_5'],
  equations: {
    monod_scherrer: {
      formula: "work = CP · time + W'; CP and W' by least squares over the efforts, work = power [W] · time [s]",
      sources: [monodScherrer, moritani],
    },
  },
  examples: [
    {
      input: { power_1: 400, time_1: 180, power_2: 300, time_2: 720 },
      output: { critical_power_w: 266.67, work_above_critical_power_j: 24_000 },
      origin: 'By hand: work 72000 J and 216000 J; 144000 / 540 = 266.667 W; 72000 − 266.667 · 180 = 24000 J',
    },
    {
      input: { power_1: 350, time_1: '2:00', power_2: 280, time_2: '5:00', power_3: 260, time_3: '10:00' },
      output: { critical_power_w: 237.76, work_above_critical_power_j: 13_163.27, r_squared: 1 },
      origin:
        'By hand: times 120, 300, 600 s and work 42000, 84000, 156000 J; means 340 s and 94000 J; 27960000 / 117600 = 237.7551 W; 94000 − 340 · 237.7551 = 13163.27 J; r² = 0.99994',
    },
    {
      input: { power_1: 500, time_1: 120, power_2: 400, time_2: 300 },
      output: { critical_power_w: 333.33, work_above_critical_power_j: 20_000 },
      origin: 'By hand: (120000 − 60000) / 180 = 333.333 W; 60000 − 333.333 · 120 = 20000 J',
    },
  ],
  calculate(efforts) {
    const measured = effortsOf(efforts);
    const line = fitLine(measured);
    if (!line) throw new OutsideValidity('time_2', 'critical-power.same_time');
    if (line.slope <= 0 || line.intercept <= 0) throw new OutsideValidity('power_2', 'critical-power.not_all_out');
    return {
      critical_power_w: line.slope,
      work_above_critical_power_j: line.intercept,
      ...(measured.length > 2 ? { r_squared: line.rSquared } : {}),
    };
  },
  explain(efforts) {
    const bent = effortsOf(efforts).some(({ time }) => time < STRAIGHT.min || time > STRAIGHT.max);
    const warnings: Remark[] = bent ? ['critical-power.times'] : [];
    return { warnings, notes: ['critical-power.all_out'] };
  },
});

interface Effort {
  readonly time: number;
  readonly work: number;
}

/** The given efforts. A power without its time, or a time without its power, is a missing input. */
function effortsOf(efforts: z.output<typeof input>): Effort[] {
  const { power_1, time_1, power_2, time_2 } = efforts;
  const further = ([3, 4, 5] as const).flatMap((at): Effort[] => {
    const names = [`power_${at}`, `time_${at}`] as const;
    if (names.every((name) => efforts[name] === undefined)) return [];
    const effort = given(efforts, names, 'monod_scherrer');
    const [power, time] = names.map((name) => effort[name]);
    return power === undefined || time === undefined ? [] : [{ time, work: power * time }];
  });
  return [{ time: time_1, work: power_1 * time_1 }, { time: time_2, work: power_2 * time_2 }, ...further];
}

interface Line {
  readonly slope: number;
  readonly intercept: number;
  /** Share of the variance of the work that the line explains. */
  readonly rSquared: number;
}

/** The least-squares line of work over time. `null` if all times are equal. */
function fitLine(efforts: readonly Effort[]): Line | null {
  const count = efforts.length;
  const meanTime = efforts.reduce((sum, { time }) => sum + time, 0) / count;
  const meanWork = efforts.reduce((sum, { work }) => sum + work, 0) / count;
  let times = 0;
  let works = 0;
  let products = 0;
  for (const { time, work } of efforts) {
    times += (time - meanTime) ** 2;
    works += (work - meanWork) ** 2;
    products += (time - meanTime) * (work - meanWork);
  }
  if (times === 0) return null;
  const slope = products / times;
  return { slope, intercept: meanWork - slope * meanTime, rSquared: works === 0 ? 1 : products ** 2 / (times * works) };
}
