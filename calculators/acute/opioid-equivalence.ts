import { z } from 'zod';
import { classify, classTable, defineCalculator, field, OutsideValidity, result } from '../kit/index.ts';
import { acute } from './family.ts';

/** Milligrams of oral morphine for a milligram of the opioid, and for a microgram an hour of a fentanyl patch. */
const FACTORS = {
  codeine: 0.15,
  fentanyl_transdermal: 2.4,
  hydrocodone: 1,
  hydromorphone: 5,
  methadone: 4.7,
  morphine: 1,
  oxycodone: 1.5,
  oxymorphone: 3,
  tapentadol: 0.4,
  tramadol: 0.2,
};
const OPIOIDS = Object.keys(FACTORS) as (keyof typeof FACTORS)[];

/** From this dose on, in MME a day, more opioid adds risk and seldom benefit (recommendation 4). */
const CAUTION = 50;

const classes = classTable({ below_50: 0, at_least_50: CAUTION });

/** A dose of a whole day by mouth, in mg. */
const dailyDose = (max: number) => field.quantity({ min: 0, max }, 'mg', 'mg').optional();

/** Doses of several opioids as one dose of oral morphine, by the table of the CDC. */
export const opioidEquivalence = defineCalculator({
  name: 'opioid-equivalence',
  family: acute,
  since: 'v1.0.0',
  aliases: ['morphine-milligram-equivalents', 'mme'],
  input: z.object({
    codeine: dailyDose(2000),
    fentanyl_transdermal: field.quantity({ min: 0, max: 1000 }, 'µg/h', 'ug_per_hour').optional(),
    hydrocodone: dailyDose(1000),
    hydromorphone: dailyDose(1000),
    methadone: dailyDose(1000),
    morphine: dailyDose(5000),
    oxycodone: dailyDose(2000),
    oxymorphone: dailyDose(1000),
    tapentadol: dailyDose(2000),
    tramadol: dailyDose(2000),
  }),
  output: z.object({ morphine_equivalents_mg: result.rounded(2), category: result.classOf(classes) }),
  profile: OPIOIDS,
  equations: {
    cdc_2022: {
      formula:
        'MME = 0.15·codeine + 2.4·fentanyl patch [µg/h] + hydrocodone + 5·hydromorphone + 4.7·methadone + morphine + 1.5·oxycodone + 3·oxymorphone + 0.4·tapentadol + 0.2·tramadol [mg/day]',
      sources: [
        {
          citation:
            'Dowell D, Ragan KR, Jones CM, Baldwin GT, Chou R. CDC clinical practice guideline for prescribing opioids for pain - United States, 2022. MMWR Recomm Rep 2022;71(3):1-95',
          doi: '10.15585/mmwr.rr7103a1',
        },
      ],
    },
  },
  examples: [
    {
      input: { hydrocodone: 20 },
      output: { morphine_equivalents_mg: 20, category: 'below_50' },
      origin: 'CDC 2022, footnote of the table: hydrocodone 5 mg four times a day is 20 MME',
    },
    {
      input: { oxycodone: 20 },
      output: { morphine_equivalents_mg: 30, category: 'below_50' },
      origin: 'CDC 2022, footnote of the table: extended-release oxycodone 10 mg twice a day is 30 MME',
    },
    {
      input: { oxycodone: 20, hydrocodone: 20 },
      output: { morphine_equivalents_mg: 50, category: 'at_least_50' },
      origin: 'By hand: 20 · 1.5 + 20 · 1 = 50, where the upper class begins',
    },
    {
      input: { methadone: 10, fentanyl_transdermal: 25, tramadol: 200 },
      output: { morphine_equivalents_mg: 147, category: 'at_least_50' },
      origin: 'By hand: 10 · 4.7 + 25 · 2.4 + 200 · 0.2 = 47 + 60 + 40 = 147',
    },
    {
      input: { codeine: 120, hydromorphone: 4, morphine: 15, oxymorphone: 1, tapentadol: 50 },
      output: { morphine_equivalents_mg: 76, category: 'at_least_50' },
      origin: 'By hand: 120 · 0.15 + 4 · 5 + 15 + 1 · 3 + 50 · 0.4 = 18 + 20 + 15 + 3 + 20 = 76',
    },
  ],
  calculate(doses) {
    let equivalents = 0;
    let given = false;
    for (const opioid of OPIOIDS) {
      const dose = doses[opioid];
      if (dose === undefined) continue;
      given = true;
      equivalents += dose * FACTORS[opioid];
    }
    if (!given) throw new OutsideValidity('morphine', 'opioid-equivalence.one_dose');
    return { morphine_equivalents_mg: equivalents, category: classify(equivalents, classes) };
  },
  explain: ({ methadone = 0, fentanyl_transdermal = 0 }, { category }) => ({
    warnings: [
      ...(category === 'at_least_50' ? ['opioid-equivalence.from_50'] : []),
      'opioid-equivalence.no_conversion',
      ...(methadone > 0 ? ['opioid-equivalence.methadone'] : []),
      ...(fentanyl_transdermal > 0 ? ['opioid-equivalence.fentanyl'] : []),
    ],
    notes: ['opioid-equivalence.buprenorphine'],
  }),
});
