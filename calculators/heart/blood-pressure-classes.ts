import { above, type ClassTable, classTable } from '../kit/index.ts';
import { mancia2023 } from './sources.ts';

/** The guidelines that classify blood pressure. */
export const bloodPressureGuidelines = {
  acc_aha_2017: {
    formula: 'the higher of the classes of systolic and of diastolic pressure',
    sources: [
      {
        citation:
          'Whelton PK, Carey RM, Aronow WS, et al. 2017 ACC/AHA/AAPA/ABC/ACPM/AGS/APhA/ASH/ASPC/NMA/PCNA guideline for the prevention, detection, evaluation, and management of high blood pressure in adults. Hypertension 2018;71:e13-e115',
        doi: '10.1161/HYP.0000000000000065',
      },
    ],
    synonyms: ['acc_aha'],
  },
  esc_2024: {
    formula: 'the higher of the classes of systolic and of diastolic pressure',
    sources: [
      {
        citation:
          'McEvoy JW, McCarthy CP, Bruno RM, et al. 2024 ESC guidelines for the management of elevated blood pressure and hypertension. Eur Heart J 2024;45:3912-4018',
        doi: '10.1093/eurheartj/ehae178',
      },
    ],
    synonyms: ['esc'],
  },
  esh_2023: {
    formula: 'the higher of the classes of systolic and of diastolic pressure',
    sources: [mancia2023],
    synonyms: ['esh'],
  },
};
export type Guideline = keyof typeof bloodPressureGuidelines;

interface Tables {
  readonly systolic: ClassTable<BloodPressureClass>;
  readonly diastolic: ClassTable<BloodPressureClass>;
}

/** Every class of every guideline. Within a guideline they ascend. */
export const BLOOD_PRESSURE_CLASSES = [
  'optimal',
  'normal',
  'non_elevated',
  'elevated',
  'high_normal',
  'hypertension',
  'stage_1_hypertension',
  'stage_2_hypertension',
  'grade_1_hypertension',
  'grade_2_hypertension',
  'grade_3_hypertension',
  'severe_hypertension',
] as const;
export type BloodPressureClass = (typeof BLOOD_PRESSURE_CLASSES)[number];

/** Bounds in mmHg of office readings of adults. */
export const bloodPressureTables: Readonly<Record<Guideline, Tables>> = {
  acc_aha_2017: {
    systolic: classTable({
      normal: 0,
      elevated: 120,
      stage_1_hypertension: 130,
      stage_2_hypertension: 140,
      severe_hypertension: above(180),
    }),
    // The guideline has no elevated diastolic pressure: 80 is stage 1.
    diastolic: classTable({
      normal: 0,
      stage_1_hypertension: 80,
      stage_2_hypertension: 90,
      severe_hypertension: above(120),
    }),
  },
  esc_2024: {
    systolic: classTable({ non_elevated: 0, elevated: 120, hypertension: 140 }),
    diastolic: classTable({ non_elevated: 0, elevated: 70, hypertension: 90 }),
  },
  esh_2023: {
    systolic: classTable({
      optimal: 0,
      normal: 120,
      high_normal: 130,
      grade_1_hypertension: 140,
      grade_2_hypertension: 160,
      grade_3_hypertension: 180,
    }),
    diastolic: classTable({
      optimal: 0,
      normal: 80,
      high_normal: 85,
      grade_1_hypertension: 90,
      grade_2_hypertension: 100,
      grade_3_hypertension: 110,
    }),
  },
};

/**
 * Where hypertension begins for ESC and ESH. If only one of the two pressures reaches it, the hypertension is isolated.
 */
export const HYPERTENSION_FROM = { systolic: 140, diastolic: 90 };
