import { z } from 'zod';
import { defineCalculator, field, InputRefused, OutsideValidity, reaches, result } from '../kit/index.ts';
import { printedPressures } from './child-blood-pressure-tables.ts';
import { cardiac } from './family.ts';

/** Classes of the guideline, ascending. */
const CLASSES = ['normal', 'elevated', 'stage_1_hypertension', 'stage_2_hypertension'] as const;
type PressureClass = (typeof CLASSES)[number];

/** Percentiles of height that the tables print. */
const HEIGHTS = [5, 10, 25, 50, 75, 90, 95];

/** From this age the limits of adults hold, whatever the height. */
const ADOLESCENT = 13;

interface Pressures {
  readonly systolic: number;
  readonly diastolic: number;
}
/** Pressures at the 50th, 90th and 95th percentile. */
type Percentiles = Readonly<Record<'p50' | 'p90' | 'p95', Pressures>>;

const pressures = () => z.object({ systolic: result.rounded(0), diastolic: result.rounded(0) });
const category = () => result.key(CLASSES);
const part = () => result.withLabelsOf('category', category());

/** Class of a child's blood pressure for sex, age and height. */
export const childBloodPressure = defineCalculator({
  name: 'child-blood-pressure',
  family: cardiac,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 1, max: 17 }),
    height_percentile: field.quantity({ min: 0, max: 100 }).optional(),
    systolic: field.bloodPressure({ min: 40, max: 250 }),
    diastolic: field.bloodPressure({ min: 15, max: 180 }),
  }),
  output: z.object({
    category: category(),
    systolic_category: part(),
    diastolic_category: part(),
    percentiles_mmhg: z.object({ p50: pressures(), p90: pressures(), p95: pressures() }).optional(),
  }),
  profile: ['gender', 'age', 'height_percentile', 'systolic', 'diastolic'],
  equations: {
    aap_2017: {
      formula:
        'below 13 years: elevated from P90 or 120/80, stage 1 from P95 or 130/80, stage 2 from P95 + 12 or 140/90, the lower of both; from 13 years: 120, 130/80, 140/90',
      sources: [
        {
          citation:
            'Flynn JT, Kaelber DC, Baker-Smith CM, et al. Clinical practice guideline for screening and management of high blood pressure in children and adolescents. Pediatrics 2017;140:e20171904',
          doi: '10.1542/peds.2017-1904',
        },
      ],
    },
  },
  examples: [
    {
      input: { gender: 'male', age: 6, height_percentile: 50, systolic: 107, diastolic: 67 },
      output: {
        category: 'elevated',
        systolic_category: 'elevated',
        diastolic_category: 'normal',
        percentiles_mmhg: { p90: { systolic: 107, diastolic: 68 }, p95: { systolic: 111, diastolic: 71 } },
      },
      origin: 'Flynn 2017, table 4, boys of 6 years at P50 of height: P90 is 107/68, P95 111/71',
    },
    {
      input: { gender: 'male', age: 6, height_percentile: 50, systolic: 111, diastolic: 70 },
      output: {
        category: 'stage_1_hypertension',
        systolic_category: 'stage_1_hypertension',
        diastolic_category: 'elevated',
      },
      origin: 'Flynn 2017, table 4: 111 is P95, where stage 1 begins',
    },
    {
      input: { gender: 'male', age: 6, height_percentile: 50, systolic: 123, diastolic: 82.9 },
      output: {
        category: 'stage_2_hypertension',
        systolic_category: 'stage_2_hypertension',
        diastolic_category: 'stage_1_hypertension',
      },
      origin: 'Flynn 2017: P95 + 12 mmHg is 123/83, below 140/90',
    },
    {
      input: { gender: 'female', age: 13, systolic: 129, diastolic: 79 },
      output: { category: 'elevated', systolic_category: 'elevated', diastolic_category: 'normal' },
      origin: 'Flynn 2017, table 3: from 13 years 120/<80 to 129/<80 is elevated',
    },
    {
      input: { gender: 'female', age: 15, systolic: 118, diastolic: 80 },
      output: { category: 'stage_1_hypertension', systolic_category: 'normal' },
      origin: 'Flynn 2017, table 3: from 13 years a diastolic pressure of 80 is stage 1',
    },
  ],
  calculate({ gender, height_percentile, ...reading }) {
    if (reading.diastolic >= reading.systolic) throw new OutsideValidity('diastolic', 'diastolic_below_systolic');
    const isChild = reading.age < ADOLESCENT;
    if (isChild && height_percentile === undefined) throw missingHeight();
    const percentiles =
      height_percentile === undefined ? undefined : percentilesAt(gender, reading.age, height_percentile);
    const limits = isChild && percentiles ? limitsOfChildren(percentiles) : LIMITS_OF_ADOLESCENTS;
    const systolic = classAt(reading.systolic, limits.systolic);
    const diastolic = classAt(reading.diastolic, limits.diastolic);
    return {
      category: CLASSES.indexOf(systolic) > CLASSES.indexOf(diastolic) ? systolic : diastolic,
      systolic_category: systolic,
      diastolic_category: diastolic,
      ...(percentiles ? { percentiles_mmhg: percentiles } : {}),
    };
  },
  explain: (_, { category }) => ({
    warnings: category === 'stage_2_hypertension' ? ['child-blood-pressure.stage_2'] : [],
    notes: ['child-blood-pressure.nearest_column', 'child-blood-pressure.three_visits'],
  }),
});

const missingHeight = () =>
  new InputRefused([{ field: 'height_percentile', code: 'missing', message: 'child-blood-pressure.height_below_13' }]);

/** Where elevated, stage 1 and stage 2 begin. */
type Limits = readonly [elevated: number, stage1: number, stage2: number];

/** 80 mmHg diastolic is stage 1 at once. */
const LIMITS_OF_ADOLESCENTS = { systolic: [120, 130, 140], diastolic: [80, 80, 90] } as const satisfies Record<
  string,
  Limits
>;
const ABOVE_P95 = 12;

/** A percentile counts only below the limit of adolescents. */
function limitsOfChildren({ p90, p95 }: Percentiles) {
  const lower = (of: keyof Pressures): Limits => {
    const [elevated, stage1, stage2] = LIMITS_OF_ADOLESCENTS[of];
    return [Math.min(p90[of], elevated), Math.min(p95[of], stage1), Math.min(p95[of] + ABOVE_P95, stage2)];
  };
  return { systolic: lower('systolic'), diastolic: lower('diastolic') };
}

function classAt(pressure: number, [elevated, stage1, stage2]: Limits): PressureClass {
  if (reaches(pressure, stage2)) return 'stage_2_hypertension';
  if (reaches(pressure, stage1)) return 'stage_1_hypertension';
  return reaches(pressure, elevated) ? 'elevated' : 'normal';
}

/** The lines of each sex as numbers, read when they are first asked for. */
const read: { male?: number[][]; female?: number[][] } = {};
const linesOf = (sex: 'male' | 'female') =>
  (read[sex] ??= printedPressures[sex]
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ').map(Number)));

function percentilesAt(sex: 'male' | 'female', age: number, heightPercentile: number): Percentiles {
  const column = nearestColumn(heightPercentile);
  const at = (percentile: number): Pressures => {
    const line = linesOf(sex).find(([years, printed]) => years === age && printed === percentile) ?? [];
    return { systolic: line[2 + column] ?? Number.NaN, diastolic: line[2 + HEIGHTS.length + column] ?? Number.NaN };
  };
  return { p50: at(50), p90: at(90), p95: at(95) };
}

/** The printed column nearest to a percentile of height; halfway between two, the lower, whose limits are lower. */
function nearestColumn(percentile: number): number {
  let nearest = 0;
  for (const [column, printed] of HEIGHTS.entries()) {
    if (Math.abs(printed - percentile) < Math.abs((HEIGHTS[nearest] ?? 0) - percentile)) nearest = column;
  }
  return nearest;
}
