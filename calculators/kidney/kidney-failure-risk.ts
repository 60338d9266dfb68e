import { z } from 'zod';
import { defineCalculator, field, given, method, result } from '../kit/index.ts';
import { ALBUMIN, bicarbonate, CALCIUM, PHOSPHATE, UACR } from '../lab/laboratory-inputs.ts';
import { kidney } from './family.ts';

const tangri2011 = {
  citation:
    'Tangri N, Stevens LA, Griffith J, et al. A predictive model for progression of chronic kidney disease to kidney failure. JAMA 2011;305:1553-1559',
  doi: '10.1001/jama.2011.451',
};
const tangri2016 = {
  citation:
    'Tangri N, Grams ME, Levey AS, et al. Multinational assessment of accuracy of equations for predicting risk of kidney failure: a meta-analysis. JAMA 2016;315:164-174',
  doi: '10.1001/jama.2015.18202',
};

const equations = {
  four_variable: {
    formula:
      'risk = 1 − S^exp(−0.2201·(age/10 − 7.036) + 0.2467·(male − 0.5642) − 0.5567·(eGFR/5 − 7.222) + 0.4510·(ln ACR − 5.137)), ACR in mg/g; S in 2 and 5 years 0.9750 and 0.9240 in North America, 0.9832 and 0.9365 elsewhere',
    sources: [tangri2011, tangri2016],
  },
  eight_variable: {
    formula:
      'risk = 1 − S^exp(−0.1992·(age/10 − 7.036) + 0.1602·(male − 0.5642) − 0.4919·(eGFR/5 − 7.222) + 0.3364·(ln ACR − 5.137) − 0.3441·(albumin − 3.997) + 0.2604·(phosphate − 3.916) − 0.07354·(bicarbonate − 25.57) − 0.2228·(calcium − 9.355)), ACR in mg/g, albumin in g/dL, phosphate and calcium in mg/dL, bicarbonate in mmol/L; S in 2 and 5 years 0.9780 and 0.9301 in North America, 0.9827 and 0.9245 elsewhere',
    sources: [tangri2011, tangri2016],
  },
};

/** Survival without kidney failure at the means of the predictors, after 2 and after 5 years. */
const BASELINE = {
  four_variable: { north_america: [0.975, 0.924], other: [0.9832, 0.9365] },
  eight_variable: { north_america: [0.978, 0.9301], other: [0.9827, 0.9245] },
} as const;

const input = z.object({
  gender: field.gender(),
  age: field.age({ min: 18, max: 110 }),
  egfr: field.quantity({ min: 5, max: 59.99 }, 'mL/min/1.73 m²'),
  uacr: UACR.value(),
  uacr_unit: UACR.unit(),
  region: field.choice(['north_america', 'other'], { labels: 'region' }),
  albumin: ALBUMIN.value().optional(),
  albumin_unit: ALBUMIN.unit(),
  phosphate: PHOSPHATE.value().optional(),
  phosphate_unit: PHOSPHATE.unit(),
  calcium: CALCIUM.value().optional(),
  calcium_unit: CALCIUM.unit(),
  bicarbonate: bicarbonate().optional(),
  method: method(equations, { all: true }),
});

/** The risk of dialysis or a transplant. */
export const kidneyFailureRisk = defineCalculator({
  name: 'kidney-failure-risk',
  family: kidney,
  since: 'v1.0.0',
  aliases: ['kfre'],
  input,
  output: z.object({ risk_2_years_percent: result.percent(), risk_5_years_percent: result.percent() }),
  profile: [
    'gender',
    'age',
    'egfr',
    'uacr',
    'uacr_unit',
    'region',
    'albumin',
    'albumin_unit',
    'phosphate',
    'phosphate_unit',
    'calcium',
    'calcium_unit',
    'bicarbonate',
  ],
  usedBy: {
    albumin: ['eight_variable'],
    albumin_unit: ['eight_variable'],
    phosphate: ['eight_variable'],
    phosphate_unit: ['eight_variable'],
    calcium: ['eight_variable'],
    calcium_unit: ['eight_variable'],
    bicarbonate: ['eight_variable'],
  },
  equations,
  examples: [
    {
      input: { gender: 'male', age: 60, egfr: 30, uacr: 500, region: 'north_america' },
      output: { risk_2_years_percent: 10.75, risk_5_years_percent: 29.88 },
      origin:
        'By hand: 0.2280 + 0.1075 + 0.6803 + 0.4860 = 1.5018; e^1.5018 = 4.4897; 1 − 0.975^4.4897 = 0.107 and 1 − 0.924^4.4897 = 0.299',
    },
    {
      input: { gender: 'male', age: 60, egfr: 30, uacr: 56.56, uacr_unit: 'mg/mmol', region: 'other' },
      output: { risk_2_years_percent: 7.32, risk_5_years_percent: 25.51 },
      origin:
        'By hand: 56.56 · 8.84 = 500 mg/g, the patient above; 1 − 0.9832^4.4897 = 0.0733 and 1 − 0.9365^4.4897 = 0.2551',
    },
    {
      input: {
        gender: 'female',
        age: 72,
        egfr: 22,
        uacr: 300,
        region: 'other',
        albumin: 3.8,
        phosphate: 4.1,
        calcium: 9.2,
        bicarbonate: 23,
        method: 'eight_variable',
      },
      output: { risk_2_years_percent: 9.97, risk_5_years_percent: 37.66 },
      origin:
        'By hand: −0.0327 − 0.0904 + 1.3881 + 0.1907 + 0.0678 + 0.0479 + 0.1890 + 0.0345 = 1.7949; e^1.7949 = 6.0189; 1 − 0.9827^6.0189 = 0.0997 and 1 − 0.9245^6.0189 = 0.3766',
    },
  ],
  calculate(patient) {
    const survival = BASELINE[patient.method][patient.region];
    const hazard = Math.exp(patient.method === 'four_variable' ? byFour(patient) : byEight(patient));
    const risk = (baseline: number) => 100 * (1 - baseline ** hazard);
    return { risk_2_years_percent: risk(survival[0]), risk_5_years_percent: risk(survival[1]) };
  },
  explain: () => ({ notes: ['kidney-failure-risk.stages'] }),
});

type Patient = z.output<typeof input>;

/** The predictors of both equations, around their means. */
function centred({ age, gender, egfr, uacr, uacr_unit }: Patient) {
  return {
    age: age / 10 - 7.036,
    male: (gender === 'male' ? 1 : 0) - 0.5642,
    egfr: egfr / 5 - 7.222,
    acr: Math.log(UACR.of(uacr, uacr_unit)) - 5.137,
  };
}

function byFour(patient: Patient): number {
  const { age, male, egfr, acr } = centred(patient);
  return -0.2201 * age + 0.2467 * male - 0.5567 * egfr + 0.451 * acr;
}

function byEight(patient: Patient): number {
  const { age, male, egfr, acr } = centred(patient);
  const blood = given(patient, ['albumin', 'phosphate', 'bicarbonate', 'calcium'], 'eight_variable');
  return (
    -0.1992 * age +
    0.1602 * male -
    0.4919 * egfr +
    0.3364 * acr -
    0.3441 * (ALBUMIN.of(blood.albumin, blood.albumin_unit) - 3.997) +
    0.2604 * (PHOSPHATE.of(blood.phosphate, blood.phosphate_unit) - 3.916) -
    0.07354 * (blood.bicarbonate - 25.57) -
    0.2228 * (CALCIUM.of(blood.calcium, blood.calcium_unit) - 9.355)
  );
}
