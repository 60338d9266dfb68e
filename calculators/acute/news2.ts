import { z } from 'zod';
import { type ClassTable, classify, classTable, defineCalculator, field, result, round } from '../kit/index.ts';
import { acute } from './family.ts';
import { heartRate, oxygenSaturation, respiratoryRate, temperature } from './vital-signs.ts';

/** How the chart describes consciousness: everything but `alert` has 3 points. */
const CONSCIOUSNESS = ['alert', 'confusion', 'voice', 'pain', 'unresponsive'] as const;

const SATURATION_SCALES = ['scale_1', 'scale_2'] as const;

/** The points of a reading: each pair holds from its first number on. */
type Points = readonly (readonly [from: number, points: number])[];

const LOWEST = Number.NEGATIVE_INFINITY;
const RESPIRATION: Points = [
  [LOWEST, 3],
  [9, 1],
  [12, 0],
  [21, 2],
  [25, 3],
];
const SATURATION: Points = [
  [LOWEST, 3],
  [92, 2],
  [94, 1],
  [96, 0],
];
/** Scale 2 in air: a saturation above the target range costs points only with oxygen. */
const SATURATION_2: Points = [
  [LOWEST, 3],
  [84, 2],
  [86, 1],
  [88, 0],
];
const SATURATION_2_OXYGEN: Points = [...SATURATION_2, [93, 1], [95, 2], [97, 3]];
const PRESSURE: Points = [
  [LOWEST, 3],
  [91, 2],
  [101, 1],
  [111, 0],
  [220, 3],
];
const PULSE: Points = [
  [LOWEST, 3],
  [41, 1],
  [51, 0],
  [91, 1],
  [111, 2],
  [131, 3],
];
/** In tenths of a degree, as the chart prints them. */
const TEMPERATURE: Points = [
  [LOWEST, 3],
  [35.1, 1],
  [36.1, 0],
  [38.1, 1],
  [39.1, 2],
];

const SUPPLEMENTAL_OXYGEN = 2;
const NOT_ALERT = 3;
/** Points of a single reading that call for an urgent review whatever the sum is. */
const RED = 3;

const RISKS = ['low', 'low_medium', 'medium', 'high'] as const;
/** Classes of the sum; a single reading with 3 points raises low to low-medium. */
const classes: ClassTable<(typeof RISKS)[number]> = classTable({ low: 0, medium: 5, high: 7 });

/** How ill an adult in hospital is, by seven readings. */
export const news2 = defineCalculator({
  name: 'news2',
  family: acute,
  since: 'v1.0.0',
  aliases: ['national-early-warning-score'],
  input: z.object({
    respiratory_rate: respiratoryRate(),
    oxygen_saturation: oxygenSaturation(),
    saturation_scale: field.choice(SATURATION_SCALES).default('scale_1'),
    supplemental_oxygen: field.flag(),
    systolic: field.count({ min: 40, max: 300 }, 'mmHg'),
    heart_rate: heartRate(),
    consciousness: field.choice(CONSCIOUSNESS),
    temperature: temperature(),
  }),
  output: z.object({
    news2_score: result.rounded(0),
    category: result.key(RISKS),
    points: z.object({
      respiratory_rate: result.rounded(0),
      oxygen_saturation: result.rounded(0),
      supplemental_oxygen: result.rounded(0),
      systolic: result.rounded(0),
      heart_rate: result.rounded(0),
      consciousness: result.rounded(0),
      temperature: result.rounded(0),
    }),
  }),
  profile: [
    'respiratory_rate',
    'oxygen_saturation',
    'saturation_scale',
    'supplemental_oxygen',
    'systolic',
    'heart_rate',
    'consciousness',
    'temperature',
  ],
  equations: {
    news2: {
      formula: 'sum of the points (0 to 3) of seven readings, by the chart of the Royal College of Physicians',
      sources: [
        {
          citation:
            'Royal College of Physicians. National Early Warning Score (NEWS) 2: standardising the assessment of acute-illness severity in the NHS. Updated report of a working party. London: RCP, 2017',
        },
        {
          citation:
            'Smith GB, Prytherch DR, Meredith P, Schmidt PE, Featherstone PI. The ability of the National Early Warning Score (NEWS) to discriminate patients at risk of early cardiac arrest, unanticipated intensive care unit admission, and death. Resuscitation 2013;84:465-470',
          doi: '10.1016/j.resuscitation.2012.12.016',
        },
      ],
    },
  },
  examples: [
    {
      input: {
        respiratory_rate: 21,
        oxygen_saturation: 96,
        supplemental_oxygen: true,
        systolic: 110,
        heart_rate: 90,
        consciousness: 'alert',
        temperature: 37,
      },
      output: { news2_score: 5, category: 'medium' },
      origin: 'Chart of the RCP: 2 + 0 + 2 + 1 + 0 + 0 + 0 = 5, where medium begins',
    },
    {
      input: {
        respiratory_rate: 25,
        oxygen_saturation: 91,
        supplemental_oxygen: false,
        systolic: 90,
        heart_rate: 131,
        consciousness: 'confusion',
        temperature: 39.1,
      },
      output: {
        news2_score: 17,
        category: 'high',
        points: { respiratory_rate: 3, oxygen_saturation: 3, supplemental_oxygen: 0, systolic: 3, temperature: 2 },
      },
      origin: 'Chart of the RCP: 3 + 3 + 0 + 3 + 3 + 3 + 2 = 17',
    },
    {
      input: {
        respiratory_rate: 16,
        oxygen_saturation: 97,
        supplemental_oxygen: false,
        systolic: 125,
        heart_rate: 72,
        consciousness: 'voice',
        temperature: 36.5,
      },
      output: { news2_score: 3, category: 'low_medium' },
      origin: 'Chart of the RCP: 3 for consciousness alone, a single reading with 3 points',
    },
    {
      input: {
        respiratory_rate: 20,
        oxygen_saturation: 93,
        saturation_scale: 'scale_2',
        supplemental_oxygen: true,
        systolic: 111,
        heart_rate: 91,
        consciousness: 'alert',
        temperature: 36,
      },
      output: { news2_score: 5, points: { oxygen_saturation: 1, heart_rate: 1, temperature: 1 } },
      origin: 'Chart of the RCP, scale 2: 93 % with oxygen has 1 point; 0 + 1 + 2 + 0 + 1 + 0 + 1 = 5',
    },
  ],
  calculate(found) {
    const points = {
      respiratory_rate: pointsOf(found.respiratory_rate, RESPIRATION),
      oxygen_saturation: pointsOf(found.oxygen_saturation, saturationTable(found)),
      supplemental_oxygen: found.supplemental_oxygen ? SUPPLEMENTAL_OXYGEN : 0,
      systolic: pointsOf(found.systolic, PRESSURE),
      heart_rate: pointsOf(found.heart_rate, PULSE),
      consciousness: found.consciousness === 'alert' ? 0 : NOT_ALERT,
      temperature: pointsOf(round(found.temperature, 1), TEMPERATURE),
    };
    const each = Object.values(points);
    const score = each.reduce((sum, one) => sum + one, 0);
    const category = classify(score, classes);
    return {
      news2_score: score,
      category: category === 'low' && each.includes(RED) ? 'low_medium' : category,
      points,
    };
  },
  explain: (_, { category }) => ({
    warnings: category === 'high' ? ['news2.emergency'] : [],
    notes: ['news2.adults', 'news2.scale_2'],
  }),
});

function saturationTable(found: { saturation_scale: string; supplemental_oxygen: boolean }): Points {
  if (found.saturation_scale === 'scale_1') return SATURATION;
  return found.supplemental_oxygen ? SATURATION_2_OXYGEN : SATURATION_2;
}

function pointsOf(reading: number, table: Points): number {
  let found = 0;
  for (const [from, points] of table) {
    if (reading < from) break;
    found = points;
  }
  return found;
}
