import { z } from 'zod';
import { above, classify, classTable, defineCalculator, field, given, method, result } from '../kit/index.ts';
import { cholesterolUnits } from '../lab/laboratory-units.ts';
import { cardiac } from './family.ts';
import { riskByBodyMassIndex, riskByLipids } from './framingham-equations.ts';
import { LIPID_NAMES, type Lipids, lipidInputs } from './lipid-inputs.ts';

const dAgostino2008 = {
  citation:
    'D’Agostino RB, Vasan RS, Pencina MJ, et al. General cardiovascular risk profile for use in primary care: the Framingham Heart Study. Circulation 2008;117:743-753',
  doi: '10.1161/CIRCULATIONAHA.107.699579',
};

const equations = {
  lipids: {
    formula:
      'risk = 1 − S0^exp(Σ β·x − mean), x: ln age, ln total and HDL cholesterol, ln systolic pressure, smoking, diabetes',
    sources: [dAgostino2008, cholesterolUnits.source],
  },
  bmi: {
    formula: 'risk = 1 − S0^exp(Σ β·x − mean), x: ln age, ln BMI, ln systolic pressure, smoking, diabetes',
    sources: [dAgostino2008],
  },
};

/** 20 % is still intermediate. */
const classes = classTable({ low: 0, intermediate: 6, high: above(20) });

const lipids = lipidInputs({ total: { min: 100, max: 405 }, hdl: { min: 10, max: 100 } });

/** Ten-year risk of a first cardiovascular event by the Framingham general profile. */
export const framinghamCvd = defineCalculator({
  name: 'framingham-cvd',
  family: cardiac,
  since: 'v1.0.0',
  aliases: ['framingham-risk-score'],
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 30, max: 74 }),
    systolic: field.bloodPressure({ min: 90, max: 200 }),
    antihypertensive: field.flag(),
    smoker: field.flag(),
    diabetes: field.flag(),
    ...lipids.fields,
    total_cholesterol: lipids.fields.total_cholesterol.optional(),
    hdl_cholesterol: lipids.fields.hdl_cholesterol.optional(),
    bmi: field.quantity({ min: 15, max: 50 }, 'kg/m²').optional(),
    method: method(equations, { all: true }),
  }),
  output: z.object({ cvd_risk_percent: result.percent(), category: result.classOf(classes) }),
  profile: ['gender', 'age', 'systolic', 'antihypertensive', 'smoker', 'diabetes', ...LIPID_NAMES, 'bmi'],
  usedBy: {
    total_cholesterol: ['lipids'],
    total_cholesterol_unit: ['lipids'],
    hdl_cholesterol: ['lipids'],
    hdl_cholesterol_unit: ['lipids'],
    bmi: ['bmi'],
  },
  equations,
  examples: [
    {
      input: {
        gender: 'female',
        age: 61,
        systolic: 124,
        antihypertensive: false,
        smoker: true,
        diabetes: false,
        total_cholesterol: 180,
        hdl_cholesterol: 47,
      },
      output: { cvd_risk_percent: 10.48, category: 'intermediate' },
      origin: 'D’Agostino 2008, the worked example of a woman: 10.48 %',
    },
    {
      input: {
        gender: 'male',
        age: 53,
        systolic: 125,
        antihypertensive: true,
        smoker: false,
        diabetes: true,
        total_cholesterol: 161,
        hdl_cholesterol: 55,
      },
      output: { cvd_risk_percent: 15.62, category: 'intermediate' },
      origin: 'D’Agostino 2008, the worked example of a man: 15.62 %',
    },
    {
      input: {
        gender: 'male',
        age: 45,
        systolic: 130,
        antihypertensive: false,
        smoker: false,
        diabetes: false,
        total_cholesterol: 159,
        hdl_cholesterol: 39,
      },
      output: { cvd_risk_percent: 6, category: 'intermediate' },
      origin: 'Independent calculation by table 2 of D’Agostino 2008: 6.0007 %, where intermediate begins',
    },
    {
      input: {
        gender: 'female',
        age: 54,
        systolic: 130,
        antihypertensive: true,
        smoker: false,
        diabetes: true,
        bmi: 33,
        method: 'bmi',
      },
      output: { cvd_risk_percent: 20, category: 'intermediate' },
      origin: 'Independent calculation by the model with the BMI: 19.99984 %; 20 % is still intermediate',
    },
  ],
  calculate({ method, ...person }) {
    const risk =
      method === 'lipids' ? byLipids(person) : riskByBodyMassIndex(person, given(person, ['bmi'], method).bmi);
    return { cvd_risk_percent: risk, category: classify(risk, classes) };
  },
  explain: () => ({ notes: ['risk_of_groups', 'no_earlier_disease'] }),
});

type Person = Parameters<typeof riskByBodyMassIndex>[0];

type GivenLipids = Omit<Lipids, 'total_cholesterol' | 'hdl_cholesterol'> & {
  readonly total_cholesterol?: number | undefined;
  readonly hdl_cholesterol?: number | undefined;
};

function byLipids(person: Person & GivenLipids): number {
  return riskByLipids(person, lipids.inMgPerDl(given(person, ['total_cholesterol', 'hdl_cholesterol'], 'lipids')));
}
