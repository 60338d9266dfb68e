import { z } from 'zod';
import { classify, classTable, defineCalculator, field, given, InputRefused, method, result } from '../kit/index.ts';
import { cholesterolUnits, hba1cUnits, laboratoryInput, uacrUnits } from '../lab/laboratory-units.ts';
import { cardiac } from './family.ts';
import { LIPID_NAMES, lipidInputs } from './lipid-inputs.ts';
import { type ModelName, type OUTCOMES, type Person, risksOf } from './prevent/model.ts';

const khan2024 = {
  citation:
    'Khan SS, Matsushita K, Sang Y, et al. Development and validation of the American Heart Association’s PREVENT equations. Circulation 2024;149:430-449',
  doi: '10.1161/CIRCULATIONAHA.123.067626',
};

const ofModel = (predictors: string) => ({
  formula: `risk = 1 / (1 + exp(−Σ β·x)), x: the base predictors${predictors}; β by sex, outcome and horizon`,
  sources: [khan2024],
});
const equations = {
  base: ofModel(''),
  hba1c: { ...ofModel(' and HbA1c'), sources: [khan2024, hba1cUnits.source] },
  uacr: { ...ofModel(' and ln UACR'), sources: [khan2024, uacrUnits.source] },
  sdi: ofModel(' and the social deprivation index'),
  full: {
    ...ofModel(', HbA1c, ln UACR and the social deprivation index'),
    sources: [khan2024, hba1cUnits.source, uacrUnits.source],
  },
};

/** Classes of ACC and AHA for the pooled cohort equations, which are in use for PREVENT too. */
const classes = classTable({ low: 0, borderline: 5, intermediate: 7.5, high: 20 });

const lipids = lipidInputs({ total: { min: 130, max: 320 }, hdl: { min: 20, max: 100 } });
const hba1c = laboratoryInput('hba1c', hba1cUnits, { min: 3, max: 15 });
const uacr = laboratoryInput('uacr', uacrUnits, { min: 0.1, max: 25_000 });

/** Factor of the equations themselves from mg/dL of cholesterol to mmol/L. */
const MMOL_PER_MG = 0.02586;
/** Oldest age for which the risk of thirty years is defined. */
const OLDEST_FOR_THIRTY_YEARS = 59;

/** Predictors beyond those of the base model. */
const FURTHER = ['hba1c', 'uacr', 'sdi'] as const;

const percents = () =>
  z.object({
    total_cvd: result.percent(),
    ascvd: result.percent(),
    heart_failure: result.percent(),
    coronary_heart_disease: result.percent(),
    stroke: result.percent(),
  } satisfies Record<(typeof OUTCOMES)[number], z.ZodType>);

const input = z.object({
  gender: field.gender(),
  age: field.age({ min: 30, max: 79 }),
  ...lipids.fields,
  systolic: field.bloodPressure({ min: 90, max: 200 }),
  antihypertensive: field.flag(),
  statin: field.flag(),
  diabetes: field.flag(),
  smoker: field.flag(),
  bmi: field.quantity({ min: 18.5, max: 39.9 }, 'kg/m²'),
  egfr: field.quantity({ min: 15, max: 140 }, 'mL/min/1.73 m²'),
  hba1c: hba1c.value().optional(),
  hba1c_unit: hba1c.unit(),
  uacr: uacr.value().optional(),
  uacr_unit: uacr.unit(),
  sdi: field.count({ min: 1, max: 10 }).optional(),
  // The default method depends on the predictors that are given, so none is documented.
  method: method(equations, { all: true }).unwrap().optional(),
});

/** Risk of cardiovascular disease in ten and thirty years by the PREVENT equations. */
export const ahaPrevent = defineCalculator({
  name: 'aha-prevent',
  family: cardiac,
  since: 'v1.0.0',
  aliases: ['prevent'],
  input,
  output: z.object({
    cvd_risk_percent: result.percent(),
    category: result.classOf(classes),
    ten_years_percent: percents(),
    thirty_years_percent: percents().optional(),
  }),
  profile: [
    'gender',
    'age',
    ...LIPID_NAMES,
    'systolic',
    'antihypertensive',
    'statin',
    'diabetes',
    'smoker',
    'bmi',
    'egfr',
    'hba1c',
    'hba1c_unit',
    'uacr',
    'uacr_unit',
    'sdi',
  ],
  usedBy: {
    hba1c: ['hba1c', 'full'],
    hba1c_unit: ['hba1c', 'full'],
    uacr: ['uacr', 'full'],
    uacr_unit: ['uacr', 'full'],
    sdi: ['sdi', 'full'],
  },
  equations,
  examples: [
    {
      input: {
        gender: 'female',
        age: 50,
        total_cholesterol: 200,
        hdl_cholesterol: 45,
        systolic: 160,
        antihypertensive: true,
        statin: false,
        diabetes: true,
        smoker: false,
        bmi: 35,
        egfr: 90,
      },
      output: {
        cvd_risk_percent: 14.68,
        category: 'intermediate',
        ten_years_percent: {
          total_cvd: 14.68,
          ascvd: 9.2,
          heart_failure: 8.06,
          coronary_heart_disease: 4.41,
          stroke: 5.4,
        },
        thirty_years_percent: {
          total_cvd: 52.99,
          ascvd: 35.43,
          heart_failure: 38.96,
          coronary_heart_disease: 19.82,
          stroke: 22.1,
        },
      },
      origin:
        'The example person of the supplement (Khan 2024): 14.7, 9.2 and 8.1 % in ten years, 53.0, 35.4 and 39.0 % in thirty',
    },
    {
      input: {
        gender: 'female',
        age: 50,
        total_cholesterol: 200,
        hdl_cholesterol: 45,
        systolic: 160,
        antihypertensive: true,
        statin: false,
        diabetes: true,
        smoker: false,
        bmi: 35,
        egfr: 90,
        hba1c: 7.5,
      },
      output: {
        cvd_risk_percent: 13.59,
        ten_years_percent: { ascvd: 8.35, heart_failure: 8.06 },
        thirty_years_percent: { total_cvd: 50.06 },
      },
      origin: 'Independent calculation by the published coefficients with HbA1c',
    },
    {
      input: {
        gender: 'female',
        age: 50,
        total_cholesterol: 200,
        hdl_cholesterol: 45,
        systolic: 160,
        antihypertensive: true,
        statin: false,
        diabetes: true,
        smoker: false,
        bmi: 35,
        egfr: 90,
        uacr: 92,
      },
      output: { cvd_risk_percent: 18.1, ten_years_percent: { heart_failure: 10.54 } },
      origin: 'Independent calculation by the published coefficients with UACR',
    },
    {
      input: {
        gender: 'female',
        age: 50,
        total_cholesterol: 200,
        hdl_cholesterol: 45,
        systolic: 160,
        antihypertensive: true,
        statin: false,
        diabetes: true,
        smoker: false,
        bmi: 35,
        egfr: 90,
        sdi: 9,
      },
      output: { cvd_risk_percent: 15.65, ten_years_percent: { ascvd: 10.03 } },
      origin: 'Independent calculation by the published coefficients with the index',
    },
    {
      input: {
        gender: 'female',
        age: 50,
        total_cholesterol: 200,
        hdl_cholesterol: 45,
        systolic: 160,
        antihypertensive: true,
        statin: false,
        diabetes: true,
        smoker: false,
        bmi: 35,
        egfr: 90,
        hba1c: 7.5,
        uacr: 92,
      },
      output: { cvd_risk_percent: 16.84, ten_years_percent: { stroke: 5.56 } },
      origin: 'Independent calculation by the full model with the term for an unknown index',
    },
    {
      input: {
        gender: 'male',
        age: 58,
        total_cholesterol: 210,
        hdl_cholesterol: 48,
        systolic: 138,
        antihypertensive: false,
        statin: false,
        diabetes: false,
        smoker: false,
        bmi: 28,
        egfr: 82,
      },
      output: {
        cvd_risk_percent: 6.84,
        category: 'borderline',
        ten_years_percent: { ascvd: 4.61, heart_failure: 2.76 },
      },
      origin: 'Independent calculation by the published coefficients',
    },
    {
      input: {
        gender: 'male',
        age: 63,
        total_cholesterol: 190,
        hdl_cholesterol: 48,
        systolic: 120,
        antihypertensive: false,
        statin: false,
        diabetes: false,
        smoker: false,
        bmi: 28,
        egfr: 82,
      },
      output: { cvd_risk_percent: 7.5, category: 'intermediate' },
      origin:
        'Independent calculation: 7.5006 %, where intermediate begins; beyond 59 years there is no thirty-year risk',
    },
  ],
  calculate(given) {
    const model = modelOf(given);
    const person = personOf(given, model);
    const tenYears = risksOf(model, 'ten_years', person);
    return {
      cvd_risk_percent: tenYears.total_cvd,
      category: classify(tenYears.total_cvd, classes),
      ten_years_percent: tenYears,
      ...(given.age > OLDEST_FOR_THIRTY_YEARS ? {} : { thirty_years_percent: risksOf(model, 'thirty_years', person) }),
    };
  },
  explain: (given) => ({
    equation: modelOf(given),
    notes: ['aha-prevent.classes_of_pce', 'risk_of_groups', 'no_earlier_disease'],
  }),
});

type Given = z.output<typeof input>;

/** Without a method: the model of the one further predictor that is given, or the full model if there are several. */
function modelOf(input: Given): ModelName {
  if (input.method) return input.method;
  const [first, second] = FURTHER.filter((name) => input[name] !== undefined);
  if (first === undefined) return 'base';
  return second === undefined ? first : 'full';
}

/** The person with the predictors of the model. The full model has a term for each predictor that is unknown. */
function personOf(input: Given, model: ModelName): Person {
  if (model !== 'base' && model !== 'full') given(input, [model], model);
  if (model === 'full' && FURTHER.every((name) => input[name] === undefined)) {
    throw new InputRefused([{ field: 'hba1c', code: 'missing', message: 'aha-prevent.one_predictor' }]);
  }
  const { total, hdl } = lipids.inMgPerDl(input);
  return {
    ...input,
    totalCholesterol: inMmolPerL(total, input.total_cholesterol_unit),
    hdlCholesterol: inMmolPerL(hdl, input.hdl_cholesterol_unit),
    hba1c: input.hba1c === undefined ? undefined : hba1c.of(input.hba1c, input.hba1c_unit),
    uacr: input.uacr === undefined ? undefined : uacr.of(input.uacr, input.uacr_unit),
  };
}

/** The equations convert mg/dL by a rounded factor of their own; what was given in mmol/L they take as it is. */
const inMmolPerL = (mgPerDl: number, unit: 'mg/dL' | 'mmol/L') =>
  unit === 'mmol/L' ? cholesterolUnits.toSi(mgPerDl) : mgPerDl * MMOL_PER_MG;
