import { expect, it } from 'vitest';
import { round } from '../kit/index.ts';
import { estimatedAverageGlucose } from './glycated-haemoglobin.ts';
import { homaIr } from './insulin-resistance.ts';
import { cholesterolRatios } from './lipids.ts';

// Nathan 2008, table 2: 6 % is 126 mg/dL, 12 % is 298 mg/dL.
it.each([
  [6, 126],
  [7, 154],
  [12, 298],
])('an HbA1c of %d %% is an average of %d mg/dL', (hba1c, mgPerDl) => {
  expect(round(estimatedAverageGlucose(hba1c), 0)).toBe(mgPerDl);
});

it('is 1 for the reference person of the homeostasis model: 4.5 mmol/L, which is 81 mg/dL, and 5 µU/mL', () => {
  expect(homaIr(81, 5)).toBe(1);
});

it('divides each lipid by HDL', () => {
  expect(cholesterolRatios({ total: 200, hdl: 50, ldl: 125, triglycerides: 150 })).toEqual({
    total_to_hdl: 4,
    ldl_to_hdl: 2.5,
    triglycerides_to_hdl: 3,
  });
  expect(cholesterolRatios({ total: 200, hdl: 50, ldl: 125 })).not.toHaveProperty('triglycerides_to_hdl');
});
