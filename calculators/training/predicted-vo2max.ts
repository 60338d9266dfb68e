import { z } from 'zod';
import { classify, defineCalculator, field, result } from '../kit/index.ts';
import { KG_PER_LB } from '../kit/units.ts';
import { training } from './family.ts';
import { FRIEND_BANDS, friendBands } from './friend-percentiles.ts';

const myers = {
  citation:
    'Myers J, Kaminsky LA, Lima R, Christle JW, Ashley E, Arena R. A reference equation for normal standards for VO2max: analysis from the Fitness Registry and the Importance of Exercise National Database (FRIEND registry). Prog Cardiovasc Dis 2017;60:21-29',
  doi: '10.1016/j.pcad.2017.03.002',
};
const kaminsky = {
  citation:
    'Kaminsky LA, Arena R, Myers J. Reference standards for cardiorespiratory fitness measured with cardiopulmonary exercise testing: data from the Fitness Registry and the Importance of Exercise National Database. Mayo Clin Proc 2015;90:1515-1523',
  doi: '10.1016/j.mayocp.2015.07.026',
};

/** The maximal oxygen uptake predicted for a person, and the percentile band of a measured one. */
export const predictedVo2max = defineCalculator({
  name: 'predicted-vo2max',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    gender: field.gender(),
    age: field.age({ min: 20, max: 79 }),
    weight: field.weight({ min: 30, max: 250 }),
    vo2max: field.oxygenUptake().optional(),
  }),
  output: z.object({
    predicted_vo2max_ml_per_kg_min: result.oxygenUptake(),
    percent_of_predicted: result.percent().optional(),
    percentile_band: result.key(FRIEND_BANDS).optional(),
  }),
  profile: ['gender', 'age', 'weight', 'vo2max'],
  equations: {
    friend: {
      formula: 'VO2max = 79.9 − 0.39·age − 13.7·s − 0.127·weight [lb] mL/kg/min; s = 0 for men, 1 for women',
      sources: [myers],
    },
  },
  sources: [kaminsky],
  examples: [
    {
      input: { gender: 'male', age: 40, weight: 81.6466266 },
      output: { predicted_vo2max_ml_per_kg_min: 41.44 },
      origin: 'By hand: 180 lb; 79.9 − 15.6 − 22.86 = 41.44',
    },
    {
      input: { gender: 'female', age: 55, weight: 63.5029318, vo2max: 27.6 },
      output: {
        predicted_vo2max_ml_per_kg_min: 26.97,
        percent_of_predicted: 102.34,
        percentile_band: 'p75_to_p90',
      },
      origin:
        'By hand: 140 lb; 79.9 − 21.45 − 13.7 − 17.78 = 26.97; 2760 / 26.97 = 102.336; 27.6 is the 75th percentile',
    },
    {
      input: { gender: 'male', age: 29, weight: 72.5747792, vo2max: 47.9 },
      output: { predicted_vo2max_ml_per_kg_min: 48.27, percent_of_predicted: 99.23, percentile_band: 'p25_to_p50' },
      origin: 'By hand: 160 lb; 79.9 − 11.31 − 20.32 = 48.27; 4790 / 48.27 = 99.233; the median at 20 to 29 is 48.0',
    },
  ],
  calculate({ gender, age, weight, vo2max }) {
    const predicted = 79.9 - 0.39 * age - (gender === 'female' ? 13.7 : 0) - 0.127 * (weight / KG_PER_LB);
    return {
      predicted_vo2max_ml_per_kg_min: predicted,
      ...(vo2max === undefined
        ? {}
        : {
            percent_of_predicted: (100 * vo2max) / predicted,
            percentile_band: classify(vo2max, friendBands(gender, age)),
          }),
    };
  },
  explain: ({ gender, age }) => ({
    classes: { percentile_band: friendBands(gender, age) },
    notes: ['predicted-vo2max.table', ['standard_error', { value: 7.2 }]],
  }),
});
