import { z } from 'zod';
import { classify, classTable, defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { HBA1C } from '../lab/laboratory-inputs.ts';
import { cholesterolUnits, hba1cUnits } from '../lab/laboratory-units.ts';
import { cardiac } from './family.ts';
import { LIPID_NAMES, lipidInputs } from './lipid-inputs.ts';
import {
  asiaPacificRisk,
  diabetesRisk,
  olderPersonsRisk,
  type Person,
  REGIONS,
  score2Risk,
} from './score2-equations.ts';

const equations = {
  score2: {
    formula: 'risk = 1 − exp(−exp(k1 + k2 · ln(−ln S^exp(Σ β·x)))), 40 to 69 years; k1 and k2 by sex and region',
    sources: [
      {
        citation:
          'SCORE2 working group and ESC Cardiovascular risk collaboration. SCORE2 risk prediction algorithms: new models to estimate 10-year risk of cardiovascular disease in Europe. Eur Heart J 2021;42:2439-2454',
        doi: '10.1093/eurheartj/ehab309',
      },
      cholesterolUnits.source,
    ],
  },
  score2_op: {
    formula: 'risk = 1 − exp(−exp(k1 + k2 · ln(−ln S^exp(Σ β·x − mean)))), 70 to 89 years; k1 and k2 by sex and region',
    sources: [
      {
        citation:
          'SCORE2-OP working group and ESC Cardiovascular risk collaboration. SCORE2-OP risk prediction algorithms: estimating incident cardiovascular event risk in older persons in four geographical risk regions. Eur Heart J 2021;42:2455-2467',
        doi: '10.1093/eurheartj/ehab312',
      },
      cholesterolUnits.source,
    ],
  },
  score2_diabetes: {
    formula: 'SCORE2 with the age at diagnosis, HbA1c and ln eGFR, type 2 diabetes, 40 to 69 years',
    sources: [
      {
        citation:
          'SCORE2-Diabetes Working Group and the ESC Cardiovascular Risk Collaboration. SCORE2-Diabetes: 10-year cardiovascular risk estimation in type 2 diabetes in Europe. Eur Heart J 2023;44:2544-2556',
        doi: '10.1093/eurheartj/ehad260',
      },
      {
        citation:
          'Marx N, Federici M, Schütt K, et al. 2023 ESC guidelines for the management of cardiovascular disease in patients with diabetes. Eur Heart J 2023;44:4043-4140',
        doi: '10.1093/eurheartj/ehad192',
      },
      cholesterolUnits.source,
      hba1cUnits.source,
    ],
  },
  score2_asia_pacific: {
    formula: 'SCORE2 with k1 and k2 of the Asia-Pacific regions, 40 to 69 years',
    sources: [
      {
        citation:
          'SCORE2 Asia-Pacific writing group. Risk prediction of cardiovascular disease in the Asia-Pacific region: the SCORE2 Asia-Pacific model. Eur Heart J 2025;46:702-715',
        doi: '10.1093/eurheartj/ehae609',
      },
      cholesterolUnits.source,
    ],
  },
};
type Model = keyof typeof equations;

/** Years in which a model holds. */
const AGES: Readonly<Record<Model, readonly [from: number, to: number]>> = {
  score2: [40, 69],
  score2_op: [70, 89],
  score2_diabetes: [40, 69],
  score2_asia_pacific: [40, 69],
};

/** ESC 2021: the limits rise with the age. */
const classes = {
  below50: classTable({ low_to_moderate: 0, high: 2.5, very_high: 7.5 }),
  below70: classTable({ low_to_moderate: 0, high: 5, very_high: 10 }),
  from70: classTable({ low_to_moderate: 0, high: 7.5, very_high: 15 }),
};
/** ESC 2023 for type 2 diabetes. */
const classesOfDiabetes = classTable({ low: 0, moderate: 5, high: 10, very_high: 20 });

const lipids = lipidInputs({ total: { min: 77, max: 464 }, hdl: { min: 15, max: 155 } });

const input = z.object({
  region: field.choice(REGIONS, { labels: 'region' }),
  gender: field.gender(),
  age: field.age({ min: 40, max: 89 }),
  smoker: field.flag(),
  systolic: field.bloodPressure({ min: 80, max: 250 }),
  ...lipids.fields,
  age_at_diagnosis: field.age({ min: 10, max: 69 }).optional(),
  hba1c: HBA1C.value().optional(),
  hba1c_unit: HBA1C.unit(),
  egfr: field.quantity({ min: 15, max: 150 }, 'mL/min/1.73 m²').optional(),
  // The default method depends on the age and on whether diabetes is described, so none is documented.
  method: method(equations, { all: true }).unwrap().optional(),
});

/** Ten-year risk of a first cardiovascular event by the equations of the European Society of Cardiology. */
export const score2 = defineCalculator({
  name: 'score2',
  family: cardiac,
  since: 'v1.0.0',
  input,
  output: z.object({
    cvd_risk_percent: result.percent(),
    category: result.classOf(classes.below50, classesOfDiabetes),
  }),
  profile: [
    'region',
    'gender',
    'age',
    'smoker',
    'systolic',
    ...LIPID_NAMES,
    'age_at_diagnosis',
    'hba1c',
    'hba1c_unit',
    'egfr',
  ],
  usedBy: {
    age_at_diagnosis: ['score2_diabetes'],
    hba1c: ['score2_diabetes'],
    hba1c_unit: ['score2_diabetes'],
    egfr: ['score2_diabetes'],
  },
  equations,
  sources: [
    {
      citation:
        'Visseren FLJ, Mach F, Smulders YM, et al. 2021 ESC guidelines on cardiovascular disease prevention in clinical practice. Eur Heart J 2021;42:3227-3337',
      doi: '10.1093/eurheartj/ehab484',
    },
  ],
  examples: [
    {
      input: {
        region: 'low',
        gender: 'male',
        age: 50,
        smoker: true,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
      },
      output: { cvd_risk_percent: 5.91, category: 'high' },
      origin: 'SCORE2 2021, abstract: 5.9 % for this man',
    },
    {
      input: {
        region: 'very_high',
        gender: 'female',
        age: 50,
        smoker: true,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
      },
      output: { cvd_risk_percent: 13.7, category: 'very_high' },
      origin: 'SCORE2 2021, abstract: 13.7 % for this woman',
    },
    {
      input: {
        region: 'moderate',
        gender: 'male',
        age: 66,
        smoker: false,
        systolic: 132,
        total_cholesterol: 6,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
      },
      output: { cvd_risk_percent: 10, category: 'very_high' },
      origin:
        'Independent calculation by the published coefficients: 10.00 %, where very high begins from 50 to 69 years',
    },
    {
      input: {
        region: 'low',
        gender: 'female',
        age: 75,
        smoker: false,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
      },
      output: { cvd_risk_percent: 9.99, category: 'high' },
      origin: 'Independent calculation by the coefficients of SCORE2-OP',
    },
    {
      input: {
        region: 'moderate',
        gender: 'male',
        age: 60,
        smoker: false,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
        age_at_diagnosis: 60,
        hba1c: 50,
        hba1c_unit: 'mmol/mol',
        egfr: 90,
      },
      output: { cvd_risk_percent: 10.96, category: 'high' },
      origin: 'SCORE2-Diabetes 2023, abstract: 11 % for this man with average other risk factors',
    },
    {
      input: {
        region: 'moderate',
        gender: 'male',
        age: 60,
        smoker: false,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
        age_at_diagnosis: 50,
        hba1c: 70,
        hba1c_unit: 'mmol/mol',
        egfr: 60,
      },
      output: { cvd_risk_percent: 17.19, category: 'high' },
      origin: 'SCORE2-Diabetes 2023, abstract: 17 % for this man with average other risk factors',
    },
    {
      input: {
        region: 'low',
        gender: 'male',
        age: 50,
        smoker: false,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
        method: 'score2_asia_pacific',
      },
      output: { cvd_risk_percent: 6.56, category: 'high' },
      origin: 'SCORE2 Asia-Pacific 2025, abstract: 7 % for this man',
    },
    {
      input: {
        region: 'very_high',
        gender: 'female',
        age: 50,
        smoker: false,
        systolic: 140,
        total_cholesterol: 5.5,
        hdl_cholesterol: 1.3,
        total_cholesterol_unit: 'mmol/L',
        hdl_cholesterol_unit: 'mmol/L',
        method: 'score2_asia_pacific',
      },
      output: { cvd_risk_percent: 13.22, category: 'very_high' },
      origin: 'SCORE2 Asia-Pacific 2025, abstract: 13 % for this woman',
    },
  ],
  calculate(given) {
    const model = modelOf(given);
    const [from, to] = AGES[model];
    if (given.age < from || given.age > to)
      throw new OutsideValidity('age', 'score2.ages', { method: model, from, to });
    const risk = riskBy(model, given);
    return { cvd_risk_percent: risk, category: classify(risk, tableOf(model, given.age)) };
  },
  explain(given) {
    const model = modelOf(given);
    return {
      equation: model,
      classes: { category: tableOf(model, given.age) },
      notes: ['score2.region', 'risk_of_groups', 'no_earlier_disease'],
    };
  },
});

type Given = z.output<typeof input>;

/** Without a method: SCORE2-Diabetes if diabetes is described, else SCORE2 or SCORE2-OP by the age. */
function modelOf({ method, age, age_at_diagnosis, hba1c, egfr }: Given): Model {
  if (method) return method;
  if (age_at_diagnosis !== undefined || hba1c !== undefined || egfr !== undefined) return 'score2_diabetes';
  return age < AGES.score2_op[0] ? 'score2' : 'score2_op';
}

function tableOf(model: Model, age: number) {
  if (model === 'score2_diabetes') return classesOfDiabetes;
  if (age < 50) return classes.below50;
  return age < 70 ? classes.below70 : classes.from70;
}

function riskBy(model: Model, input: Given): number {
  const { region } = input;
  const person = personOf(input);
  switch (model) {
    case 'score2':
      return score2Risk(person, region);
    case 'score2_op':
      return olderPersonsRisk(person, region);
    case 'score2_asia_pacific':
      return asiaPacificRisk(person, region);
    case 'score2_diabetes':
      return diabetesRisk(person, diabetesOf(input), region);
  }
}

function personOf(input: Given): Person {
  const { total, hdl } = lipids.inMgPerDl(input);
  return {
    ...input,
    totalCholesterol: cholesterolUnits.toSi(total),
    hdlCholesterol: cholesterolUnits.toSi(hdl),
  };
}

function diabetesOf(input: Given) {
  const described = given(input, ['age_at_diagnosis', 'hba1c', 'egfr'], 'score2_diabetes');
  if (described.age_at_diagnosis > described.age)
    throw new OutsideValidity('age_at_diagnosis', 'score2.diagnosed_before');
  const percent = HBA1C.of(described.hba1c, described.hba1c_unit);
  return {
    ageAtDiagnosis: described.age_at_diagnosis,
    // The two published conversions are not exact inverses, so mmol/mol are taken as they were given.
    hba1c: described.hba1c_unit === 'mmol/mol' ? described.hba1c : hba1cUnits.toSi(percent),
    egfr: described.egfr,
  };
}
