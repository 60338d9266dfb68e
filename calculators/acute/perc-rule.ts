import { z } from 'zod';
import { classify, classTable, defineCalculator, field, reaches, result } from '../kit/index.ts';
import { acute } from './family.ts';
import { adultAge, heartRate, oxygenSaturation } from './vital-signs.ts';

/** One criterion is enough for a positive rule. */
const classes = classTable({ negative: 0, positive: 1 });

const AGE = 50;
const FAST_HEART = 100;
const LOW_SATURATION = 95;

/** Whether a pulmonary embolism can be ruled out without a D-dimer test, if it is unlikely anyway. */
export const percRule = defineCalculator({
  name: 'perc-rule',
  family: acute,
  since: 'v1.0.0',
  aliases: ['perc'],
  input: z.object({
    age: adultAge(),
    heart_rate: heartRate(),
    oxygen_saturation: oxygenSaturation(),
    leg_swelling: field.flag(),
    haemoptysis: field.flag(),
    recent_surgery_or_trauma: field.flag(),
    previous_dvt_or_pe: field.flag(),
    oestrogen_use: field.flag(),
  }),
  output: z.object({ criteria_present: result.rounded(0), category: result.classOf(classes) }),
  profile: [
    'age',
    'heart_rate',
    'oxygen_saturation',
    'leg_swelling',
    'haemoptysis',
    'recent_surgery_or_trauma',
    'previous_dvt_or_pe',
    'oestrogen_use',
  ],
  equations: {
    perc: {
      formula:
        'number of: age ≥ 50, heart rate ≥ 100, saturation < 95 %, swelling of one leg, haemoptysis, surgery or trauma, previous DVT or PE, oestrogen',
      sources: [
        {
          citation:
            'Kline JA, Mitchell AM, Kabrhel C, Richman PB, Courtney DM. Clinical criteria to prevent unnecessary diagnostic testing in emergency department patients with suspected pulmonary embolism. J Thromb Haemost 2004;2:1247-1255',
          doi: '10.1111/j.1538-7836.2004.00790.x',
        },
      ],
    },
  },
  examples: [
    {
      input: { ...none(), age: 49, heart_rate: 99, oxygen_saturation: 95 },
      output: { criteria_present: 0, category: 'negative' },
      origin: 'Kline 2004: all eight criteria absent; each number is the last one that passes',
    },
    {
      input: { ...none(), age: 50, heart_rate: 99, oxygen_saturation: 95 },
      output: { criteria_present: 1, category: 'positive' },
      origin: 'By hand: the age of 50 counts, so 1 criterion, where the rule becomes positive',
    },
    {
      input: { ...none(), age: 62, heart_rate: 100, oxygen_saturation: 94, oestrogen_use: true },
      output: { criteria_present: 4, category: 'positive' },
      origin: 'By hand: age, heart rate, saturation and oestrogen: 4',
    },
  ],
  calculate(found) {
    const present =
      Number(reaches(found.age, AGE)) +
      Number(reaches(found.heart_rate, FAST_HEART)) +
      Number(!reaches(found.oxygen_saturation, LOW_SATURATION)) +
      Number(found.leg_swelling) +
      Number(found.haemoptysis) +
      Number(found.recent_surgery_or_trauma) +
      Number(found.previous_dvt_or_pe) +
      Number(found.oestrogen_use);
    return { criteria_present: present, category: classify(present, classes) };
  },
  explain: () => ({ notes: ['perc-rule.low_probability_only'] }),
});

/** Every finding absent. */
function none() {
  return {
    leg_swelling: false,
    haemoptysis: false,
    recent_surgery_or_trauma: false,
    previous_dvt_or_pe: false,
    oestrogen_use: false,
  };
}
