import { z } from 'zod';
import { classify, classTable, defineCalculator, field, result } from '../kit/index.ts';
import { acute } from './family.ts';

/** Two levels, Wells 2003. */
const likelihood = classTable({ unlikely: Number.NEGATIVE_INFINITY, likely: 2 });
/** Three levels of the same score, Wells 2006. */
const levels = classTable({ low: Number.NEGATIVE_INFINITY, moderate: 1, high: 3 });

/** Pre-test probability of a deep vein thrombosis of the leg. */
export const wellsDvt = defineCalculator({
  name: 'wells-dvt',
  family: acute,
  since: 'v1.0.0',
  input: z.object({
    active_cancer: field.flag(),
    leg_immobilised: field.flag(),
    bedridden_or_surgery: field.flag(),
    deep_vein_tenderness: field.flag(),
    whole_leg_swollen: field.flag(),
    calf_swelling: field.flag(),
    pitting_oedema: field.flag(),
    collateral_veins: field.flag(),
    previous_dvt: field.flag(),
    alternative_diagnosis: field.flag(),
  }),
  output: z.object({
    wells_score: result.rounded(1),
    category: result.classOf(likelihood),
    three_level_category: result.classOf(levels),
  }),
  profile: [
    'active_cancer',
    'leg_immobilised',
    'bedridden_or_surgery',
    'deep_vein_tenderness',
    'whole_leg_swollen',
    'calf_swelling',
    'pitting_oedema',
    'collateral_veins',
    'previous_dvt',
    'alternative_diagnosis',
  ],
  equations: {
    wells_2003: {
      formula: '1 point for each of nine findings; − 2 for an alternative diagnosis at least as likely',
      sources: [
        {
          citation:
            'Wells PS, Anderson DR, Rodger M, et al. Evaluation of D-dimer in the diagnosis of suspected deep-vein thrombosis. N Engl J Med 2003;349:1227-1235',
          doi: '10.1056/NEJMoa023153',
        },
      ],
    },
  },
  sources: [
    {
      citation:
        'Wells PS, Owen C, Doucette S, Fergusson D, Tran H. Does this patient have deep vein thrombosis? JAMA 2006;295:199-207',
      doi: '10.1001/jama.295.2.199',
    },
  ],
  examples: [
    {
      input: { ...none(), calf_swelling: true, pitting_oedema: true },
      output: { wells_score: 2, category: 'likely', three_level_category: 'moderate' },
      origin: 'By hand: 1 + 1 = 2, where a thrombosis becomes likely (Wells 2003, table 1)',
    },
    {
      input: { ...none(), active_cancer: true, whole_leg_swollen: true, previous_dvt: true },
      output: { wells_score: 3, category: 'likely', three_level_category: 'high' },
      origin: 'By hand: 1 + 1 + 1 = 3, where the high level begins',
    },
    {
      input: { ...none(), deep_vein_tenderness: true, calf_swelling: true, alternative_diagnosis: true },
      output: { wells_score: 0, category: 'unlikely', three_level_category: 'low' },
      origin: 'By hand: 1 + 1 − 2 = 0',
    },
  ],
  calculate(found) {
    const findings =
      Number(found.active_cancer) +
      Number(found.leg_immobilised) +
      Number(found.bedridden_or_surgery) +
      Number(found.deep_vein_tenderness) +
      Number(found.whole_leg_swollen) +
      Number(found.calf_swelling) +
      Number(found.pitting_oedema) +
      Number(found.collateral_veins) +
      Number(found.previous_dvt);
    const score = findings - 2 * Number(found.alternative_diagnosis);
    return { wells_score: score, category: classify(score, likelihood), three_level_category: classify(score, levels) };
  },
  explain: () => ({ notes: ['wells-dvt.before_tests'] }),
});

/** Every finding absent. */
function none() {
  return {
    active_cancer: false,
    leg_immobilised: false,
    bedridden_or_surgery: false,
    deep_vein_tenderness: false,
    whole_leg_swollen: false,
    calf_swelling: false,
    pitting_oedema: false,
    collateral_veins: false,
    previous_dvt: false,
    alternative_diagnosis: false,
  };
}
