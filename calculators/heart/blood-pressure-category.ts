import { z } from 'zod';
import { classify, defineCalculator, method, reaches, result } from '../kit/index.ts';
import { pulsePressure, type Reading } from './arterial-pressure.ts';
import {
  BLOOD_PRESSURE_CLASSES,
  bloodPressureGuidelines,
  bloodPressureTables,
  type Guideline,
  HYPERTENSION_FROM,
} from './blood-pressure-classes.ts';
import { heart } from './family.ts';
import { diastolic, systolic } from './pressure-fields.ts';

const category = () => result.key(BLOOD_PRESSURE_CLASSES);
const part = () => result.withLabelsOf('category', category());

/** The class of a blood pressure: the higher of the classes of its systolic and diastolic values. */
export const bloodPressureCategory = defineCalculator({
  name: 'blood-pressure-category',
  family: heart,
  since: 'v1.0.0',
  input: z.object({
    systolic: systolic(),
    diastolic: diastolic(),
    method: method(bloodPressureGuidelines, { all: true }),
  }),
  output: z.object({
    category: category(),
    systolic_category: part(),
    diastolic_category: part(),
    isolated_hypertension: result.key(['systolic', 'diastolic']).optional(),
  }),
  profile: ['systolic', 'diastolic'],
  equations: bloodPressureGuidelines,
  examples: [
    {
      input: { systolic: 118, diastolic: 85 },
      output: {
        category: 'stage_1_hypertension',
        systolic_category: 'normal',
        diastolic_category: 'stage_1_hypertension',
      },
      origin: 'Whelton 2018, table 6: 80–89 is stage 1 whatever the systolic pressure',
    },
    {
      input: { systolic: 124, diastolic: 76 },
      output: { category: 'elevated' },
      origin: 'Whelton 2018, table 6: 120–129 and below 80',
    },
    {
      input: { systolic: 130, diastolic: 79 },
      output: { category: 'stage_1_hypertension' },
      origin: 'Whelton 2018, table 6: 130 is the lower limit of stage 1',
    },
    {
      input: { systolic: 180, diastolic: 120 },
      output: { category: 'stage_2_hypertension' },
      origin: 'Whelton 2018: a crisis is above 180 or above 120',
    },
    {
      input: { systolic: 118, diastolic: 70, method: 'esc_2024' },
      output: { category: 'elevated', systolic_category: 'non_elevated' },
      origin: 'McEvoy 2024, table 5: diastolic 70–89 is elevated',
    },
    {
      input: { systolic: 165, diastolic: 85, method: 'esh_2023' },
      output: {
        category: 'grade_2_hypertension',
        diastolic_category: 'high_normal',
        isolated_hypertension: 'systolic',
      },
      origin: 'Mancia 2023, table 1: 160–179 is grade 2; at least 140 and below 90 is isolated systolic hypertension',
    },
  ],
  calculate({ method, ...reading }) {
    pulsePressure(reading);
    const tables = bloodPressureTables[method];
    const systolicCategory = classify(reading.systolic, tables.systolic);
    const diastolicCategory = classify(reading.diastolic, tables.diastolic);
    const rank = (key: (typeof BLOOD_PRESSURE_CLASSES)[number]) => BLOOD_PRESSURE_CLASSES.indexOf(key);
    const isolated = isolatedBy(method, reading);
    return {
      category: rank(systolicCategory) > rank(diastolicCategory) ? systolicCategory : diastolicCategory,
      systolic_category: systolicCategory,
      diastolic_category: diastolicCategory,
      ...(isolated ? { isolated_hypertension: isolated } : {}),
    };
  },
  explain({ method, ...reading }) {
    const { systolic, diastolic } = bloodPressureTables[method];
    return {
      classes: { systolic_category: systolic, diastolic_category: diastolic },
      warnings: isCrisis(reading) ? ['blood-pressure-category.crisis'] : [],
      notes: ['blood-pressure-category.office'],
    };
  },
});

/** Only ESH names isolated hypertension. */
/** The bounds of a crisis are those of ACC and AHA, whichever guideline classifies: the others have no class for it. */
function isCrisis({ systolic, diastolic }: Reading): boolean {
  const tables = bloodPressureTables.acc_aha_2017;
  return [classify(systolic, tables.systolic), classify(diastolic, tables.diastolic)].includes('severe_hypertension');
}

function isolatedBy(guideline: Guideline, reading: Reading): 'systolic' | 'diastolic' | undefined {
  if (guideline !== 'esh_2023') return undefined;
  const systolic = reaches(reading.systolic, HYPERTENSION_FROM.systolic);
  const diastolic = reaches(reading.diastolic, HYPERTENSION_FROM.diastolic);
  if (systolic === diastolic) return undefined;
  return systolic ? 'systolic' : 'diastolic';
}
