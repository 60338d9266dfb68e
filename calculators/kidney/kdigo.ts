import { classTable } from '../kit/index.ts';

/** The guideline that defines the categories and the risk. */
export const kdigo2024 = {
  citation:
    'Kidney Disease: Improving Global Outcomes (KDIGO) CKD Work Group. KDIGO 2024 clinical practice guideline for the evaluation and management of chronic kidney disease. Kidney Int 2024;105(4S):S117-S314',
  doi: '10.1016/j.kint.2023.10.018',
};

/** GFR categories, mL/min/1.73 m². */
export const gfrCategories = classTable({ g5: 0, g4: 15, g3b: 30, g3a: 45, g2: 60, g1: 90 });

/** Albuminuria categories in each unit: KDIGO prints 30 and 300 mg/g, 3 and 30 mg/mmol. */
export const albuminuriaCategories = {
  'mg/g': classTable({ a1: 0, a2: 30, a3: { above: 300 } }),
  'mg/mmol': classTable({ a1: 0, a2: 3, a3: { above: 30 } }),
};
