import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { cholesterolUnits } from '../lab/laboratory-units.ts';
import { cardiac } from './family.ts';
import { LIPID_NAMES, lipidInputs } from './lipid-inputs.ts';
import { pooledCohortRisk, RACES } from './pooled-cohort-equations.ts';

/** ACC/AHA 2019. */
const classes = classTable({ low: 0, borderline: 5, intermediate: 7.5, high: 20 });

const lipids = lipidInputs({ total: { min: 130, max: 320 }, hdl: { min: 20, max: 100 } });

/** Ten-year risk of a first hard atherosclerotic event by the pooled cohort equations of 2013. */
export const ascvdPce = defineCalculator({
  name: 'ascvd-pce',
  family: cardiac,
  since: 'v1.0.0',
  aliases: ['pooled-cohort-equations'],
  input: z.object({
    gender: field.gender(),
    race: field.choice(RACES, { labels: 'race' }),
    age: field.age({ min: 40, max: 79 }),
    ...lipids.fields,
    systolic: field.bloodPressure({ min: 90, max: 200 }),
    antihypertensive: field.flag(),
    smoker: field.flag(),
    diabetes: field.flag(),
  }),
  output: z.object({ ascvd_risk_percent: result.percent(), category: result.classOf(classes) }),
  profile: ['gender', 'race', 'age', ...LIPID_NAMES, 'systolic', 'antihypertensive', 'smoker', 'diabetes'],
  equations: {
    pooled_cohort: {
      formula:
        'risk = 1 − S0^exp(Σ β·x − mean), x: logarithms of age, cholesterols and pressure, smoking, diabetes; β by sex and race',
      sources: [
        {
          citation:
            'Goff DC, Lloyd-Jones DM, Bennett G, et al. 2013 ACC/AHA guideline on the assessment of cardiovascular risk. Circulation 2014;129(25 Suppl 2):S49-S73',
          doi: '10.1161/01.cir.0000437741.48606.98',
        },
        cholesterolUnits.source,
      ],
    },
  },
  sources: [
    {
      citation:
        'Arnett DK, Blumenthal RS, Albert MA, et al. 2019 ACC/AHA guideline on the primary prevention of cardiovascular disease. Circulation 2019;140:e596-e646',
      doi: '10.1161/CIR.0000000000000678',
    },
  ],
  examples: [
    {
      input: {
        gender: 'female',
        race: 'white',
        age: 55,
        total_cholesterol: 213,
        hdl_cholesterol: 50,
        systolic: 120,
        antihypertensive: false,
        smoker: false,
        diabetes: false,
      },
      output: { ascvd_risk_percent: 2.05, category: 'low' },
      origin: 'Goff 2014, worked example of a white woman: 2.1 %; unrounded terms give 2.05',
    },
    {
      input: {
        gender: 'female',
        race: 'african_american',
        age: 55,
        total_cholesterol: 213,
        hdl_cholesterol: 50,
        systolic: 120,
        antihypertensive: false,
        smoker: false,
        diabetes: false,
      },
      output: { ascvd_risk_percent: 3.03, category: 'low' },
      origin: 'Goff 2014, worked example of an African American woman: 3.0 %; unrounded terms give 3.03',
    },
    {
      input: {
        gender: 'male',
        race: 'african_american',
        age: 55,
        total_cholesterol: 213,
        hdl_cholesterol: 50,
        systolic: 120,
        antihypertensive: false,
        smoker: false,
        diabetes: false,
      },
      output: { ascvd_risk_percent: 6.07, category: 'borderline' },
      origin: 'Goff 2014, worked example of an African American man: 6.1 %; unrounded terms give 6.07',
    },
    {
      input: {
        gender: 'male',
        race: 'white',
        age: 55,
        total_cholesterol: 213,
        hdl_cholesterol: 50,
        systolic: 120,
        antihypertensive: false,
        smoker: false,
        diabetes: false,
      },
      output: { ascvd_risk_percent: 5.38, category: 'borderline' },
      origin: 'Goff 2014, worked example of a white man: 5.3 % from rounded terms; unrounded terms give 5.38',
    },
    {
      input: {
        gender: 'female',
        race: 'other',
        age: 48,
        total_cholesterol: 272,
        hdl_cholesterol: 50,
        systolic: 120,
        antihypertensive: false,
        smoker: true,
        diabetes: false,
      },
      output: { ascvd_risk_percent: 5, category: 'borderline' },
      origin: 'Independent calculation with the coefficients of white women: 5.00001 %, where borderline begins',
    },
  ],
  calculate(person) {
    const { total, hdl } = lipids.inMgPerDl(person);
    const risk = pooledCohortRisk({ ...person, totalCholesterol: total, hdlCholesterol: hdl });
    return { ascvd_risk_percent: risk, category: classify(risk, classes) };
  },
  explain: () => ({ notes: ['ascvd-pce.overestimates', 'risk_of_groups', 'no_earlier_disease'] }),
});
