import { round } from '../../../calculators/kit/index.ts';
import { estimatedAverageGlucose } from '../../../calculators/lab/glycated-haemoglobin.ts';
import { homaIr } from '../../../calculators/lab/insulin-resistance.ts';
import { cholesterolRatios } from '../../../calculators/lab/lipids.ts';
import { classicEndpoint } from '../endpoint.ts';
import { between, optional } from '../parameters.ts';

const nowhere = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

/** Estimated average glucose. */
export const eag = classicEndpoint({
  path: 'eag',
  post: 'eag/post',
  title: 'Estimated average glucose',
  parameters: { hba1c: between(3, 20, 'Glycated haemoglobin (NGSP)', '%') },
  successor: { path: null, parameters: nowhere('hba1c'), fields: nowhere('eAG (mg/dL)', 'HbA1c (%)') },
  example: { hba1c: 6 },
  answer: ({ hba1c }) => ({ 'eAG (mg/dL)': round(estimatedAverageGlucose(hba1c), 2), 'HbA1c (%)': hba1c }),
});

/** Insulin resistance by the homeostasis model. */
export const homaIrCalculator = classicEndpoint({
  path: 'homa-ir-calculator',
  title: 'Insulin resistance (HOMA-IR)',
  parameters: {
    glucose: between(20, 600, 'Fasting glucose', 'mg/dL'),
    insulin: between(0.1, 500, 'Fasting insulin', 'µU/mL'),
  },
  successor: {
    path: null,
    parameters: nowhere('glucose', 'insulin'),
    fields: nowhere('HOMA-IR', 'Glucose (mg/dL)', 'Insulin (µU/mL)'),
  },
  example: { glucose: 81, insulin: 5 },
  answer: ({ glucose, insulin }) => ({
    'HOMA-IR': round(homaIr(glucose, insulin), 2),
    'Glucose (mg/dL)': glucose,
    'Insulin (µU/mL)': insulin,
  }),
});

/** Cholesterol ratios. */
export const cholesterolRatioCalculator = classicEndpoint({
  path: 'cholesterol-ratio-calculator',
  post: 'cholesterol-ratio-calculator',
  postOnly: true,
  title: 'Cholesterol ratios',
  parameters: {
    tc: between(30, 1000, 'Total cholesterol', 'mg/dL'),
    hdl: between(5, 300, 'HDL cholesterol', 'mg/dL'),
    ldl: between(5, 900, 'LDL cholesterol', 'mg/dL'),
    tg: optional(between(10, 10_000, 'Triglycerides', 'mg/dL')),
  },
  successor: {
    path: null,
    parameters: nowhere('tc', 'hdl', 'ldl', 'tg'),
    fields: nowhere('TC/HDL', 'LDL/HDL', 'TG/HDL'),
  },
  example: { tc: 200, hdl: 50, ldl: 125, tg: 150 },
  answer({ tc, hdl, ldl, tg }) {
    const ratios = cholesterolRatios({ total: tc, hdl, ldl, triglycerides: tg });
    const { total_to_hdl, ldl_to_hdl, triglycerides_to_hdl } = ratios;
    return {
      'TC/HDL': round(total_to_hdl, 2),
      'LDL/HDL': round(ldl_to_hdl, 2),
      ...(triglycerides_to_hdl === undefined ? {} : { 'TG/HDL': round(triglycerides_to_hdl, 2) }),
    };
  },
});
