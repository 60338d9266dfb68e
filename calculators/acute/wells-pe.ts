import { z } from 'zod';
import { above, classify, classTable, defineCalculator, exceeds, field, result } from '../kit/index.ts';
import { acute } from './family.ts';
import { heartRate } from './vital-signs.ts';

/** Two levels, van Belle 2006: 4 points are still unlikely. */
const likelihood = classTable({ unlikely: 0, likely: above(4) });
/** Three levels, Wells 2000: 6 points are still moderate. */
const levels = classTable({ low: 0, moderate: 2, high: above(6) });

const FAST_HEART = 100;

/** Pre-test probability of a pulmonary embolism. */
export const wellsPe = defineCalculator({
  name: 'wells-pe',
  family: acute,
  since: 'v1.0.0',
  input: z.object({
    dvt_signs: field.flag(),
    pe_most_likely: field.flag(),
    heart_rate: heartRate(),
    immobilised_or_surgery: field.flag(),
    previous_dvt_or_pe: field.flag(),
    haemoptysis: field.flag(),
    active_cancer: field.flag(),
  }),
  output: z.object({
    wells_score: result.rounded(1),
    category: result.classOf(likelihood),
    three_level_category: result.classOf(levels),
  }),
  profile: [
    'dvt_signs',
    'pe_most_likely',
    'heart_rate',
    'immobilised_or_surgery',
    'previous_dvt_or_pe',
    'haemoptysis',
    'active_cancer',
  ],
  equations: {
    wells_2000: {
      formula:
        '3 · signs of DVT + 3 · PE the most likely diagnosis + 1.5 · heart rate above 100 + 1.5 · immobilised or surgery + 1.5 · previous DVT or PE + haemoptysis + cancer',
      sources: [
        {
          citation:
            'Wells PS, Anderson DR, Rodger M, et al. Derivation of a simple clinical model to categorize patients probability of pulmonary embolism: increasing the models utility with the SimpliRED D-dimer. Thromb Haemost 2000;83:416-420',
          doi: '10.1055/s-0037-1613830',
        },
      ],
    },
  },
  sources: [
    {
      citation:
        'van Belle A, Büller HR, Huisman MV, et al. Effectiveness of managing suspected pulmonary embolism using an algorithm combining clinical probability, D-dimer testing, and computed tomography. JAMA 2006;295:172-179',
      doi: '10.1001/jama.295.2.172',
    },
  ],
  examples: [
    {
      input: { ...none(), pe_most_likely: true, haemoptysis: true, heart_rate: 100 },
      output: { wells_score: 4, category: 'unlikely', three_level_category: 'moderate' },
      origin: 'By hand: 3 + 1 = 4, still unlikely; a heart rate of 100 is not above 100',
    },
    {
      input: { ...none(), pe_most_likely: true, heart_rate: 101 },
      output: { wells_score: 4.5, category: 'likely', three_level_category: 'moderate' },
      origin: 'By hand: 3 + 1.5 = 4.5',
    },
    {
      input: { ...none(), dvt_signs: true, pe_most_likely: true, heart_rate: 90 },
      output: { wells_score: 6, category: 'likely', three_level_category: 'moderate' },
      origin: 'By hand: 3 + 3 = 6, still moderate',
    },
    {
      input: { ...none(), haemoptysis: true, heart_rate: 88 },
      output: { wells_score: 1, category: 'unlikely', three_level_category: 'low' },
      origin: 'By hand: 1',
    },
  ],
  calculate(found) {
    const score =
      3 * (Number(found.dvt_signs) + Number(found.pe_most_likely)) +
      1.5 *
        (Number(exceeds(found.heart_rate, FAST_HEART)) +
          Number(found.immobilised_or_surgery) +
          Number(found.previous_dvt_or_pe)) +
      Number(found.haemoptysis) +
      Number(found.active_cancer);
    return { wells_score: score, category: classify(score, likelihood), three_level_category: classify(score, levels) };
  },
  explain: () => ({ notes: ['wells-pe.before_tests'] }),
});

/** Every finding absent. */
function none() {
  return {
    dvt_signs: false,
    pe_most_likely: false,
    immobilised_or_surgery: false,
    previous_dvt_or_pe: false,
    haemoptysis: false,
    active_cancer: false,
  };
}
