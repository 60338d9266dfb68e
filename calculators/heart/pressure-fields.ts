import { field } from '../kit/index.ts';

/** Systolic blood pressure, within the range of living people. */
export const systolic = () => field.bloodPressure({ min: 50, max: 300 });

/** Diastolic blood pressure, within the range of living people. */
export const diastolic = () => field.bloodPressure({ min: 20, max: 200 });
