import { z } from 'zod';
import {
  classify,
  classTable,
  defineCalculator,
  exceeds,
  field,
  OutsideValidity,
  reaches,
  result,
} from '../kit/index.ts';
import { energy } from './family.ts';

/** The quotient of pure fat, and of pure carbohydrate. */
const FAT = 0.7;
const CARBOHYDRATE = 1;

/** At 0.85 half of the energy comes from carbohydrate (Lusk 1928). */
const classes = classTable({ fat: 0, carbohydrate: 0.85 });

/** The fuel that the body burns, from the gases of respiration. */
export const respiratoryQuotient = defineCalculator({
  name: 'respiratory-quotient',
  family: energy,
  since: 'v1.0.0',
  input: z.object({
    oxygen_uptake: field.quantity({ min: 0.05, max: 8 }, 'L/min', 'l_per_min'),
    carbon_dioxide_output: field.quantity({ min: 0.03, max: 8 }, 'L/min', 'l_per_min'),
  }),
  output: z.object({
    respiratory_quotient: result.ratio(),
    category: result.withLabelsOf('main_fuel', result.classOf(classes)),
    main_fuel: result.classOf(classes),
    fat_oxidation_g_per_min: result.rounded(3),
    carbohydrate_oxidation_g_per_min: result.rounded(3),
    energy_kcal_per_min: result.rounded(3),
  }),
  profile: ['oxygen_uptake', 'carbon_dioxide_output'],
  equations: {
    frayn_weir: {
      formula:
        'RQ = VCO2 / VO2; fat = 1.67·VO2 − 1.67·VCO2 g/min, carbohydrate = 4.55·VCO2 − 3.21·VO2 g/min (Frayn, without protein); energy = 3.941·VO2 + 1.106·VCO2 kcal/min (Weir); VO2, VCO2 in L/min',
      sources: [
        {
          citation:
            'Frayn KN. Calculation of substrate oxidation rates in vivo from gaseous exchange. J Appl Physiol 1983;55:628-634',
          doi: '10.1152/jappl.1983.55.2.628',
        },
        {
          citation:
            'Weir JB. New methods for calculating metabolic rate with special reference to protein metabolism. J Physiol 1949;109:1-9',
          doi: '10.1113/jphysiol.1949.sp004363',
        },
      ],
    },
  },
  sources: [{ citation: 'Lusk G. The Elements of the Science of Nutrition, 4th edition. Saunders, Philadelphia 1928' }],
  examples: [
    {
      input: { oxygen_uptake: 2, carbon_dioxide_output: 1.7 },
      output: {
        respiratory_quotient: 0.85,
        main_fuel: 'carbohydrate',
        fat_oxidation_g_per_min: 0.501,
        carbohydrate_oxidation_g_per_min: 1.315,
        energy_kcal_per_min: 9.762,
      },
      origin: 'By hand: 1.7 / 2 = 0.85, the bound; 1.67 · 0.3 = 0.501; 7.735 − 6.42 = 1.315; 7.882 + 1.8802 = 9.7622',
    },
    {
      input: { oxygen_uptake: 0.25, carbon_dioxide_output: 0.2 },
      output: {
        respiratory_quotient: 0.8,
        main_fuel: 'fat',
        fat_oxidation_g_per_min: 0.084,
        carbohydrate_oxidation_g_per_min: 0.108,
        energy_kcal_per_min: 1.206,
      },
      origin: 'By hand: 0.2 / 0.25 = 0.8; 1.67 · 0.05 = 0.0835; 0.91 − 0.8025 = 0.1075; 0.98525 + 0.2212 = 1.20645',
    },
    {
      input: { oxygen_uptake: 3, carbon_dioxide_output: 3 },
      output: {
        respiratory_quotient: 1,
        main_fuel: 'carbohydrate',
        fat_oxidation_g_per_min: 0,
        carbohydrate_oxidation_g_per_min: 4.02,
      },
      origin: 'By hand: 3 / 3 = 1; no fat; 13.65 − 9.63 = 4.02',
    },
  ],
  calculate({ oxygen_uptake, carbon_dioxide_output }) {
    const quotient = carbon_dioxide_output / oxygen_uptake;
    if (!reaches(quotient, FAT) || exceeds(quotient, CARBOHYDRATE)) {
      throw new OutsideValidity('carbon_dioxide_output', 'respiratory-quotient.steady_state', {
        min: FAT,
        max: CARBOHYDRATE,
      });
    }
    const category = classify(quotient, classes);
    return {
      respiratory_quotient: quotient,
      category,
      main_fuel: category,
      fat_oxidation_g_per_min: Math.max(0, 1.67 * oxygen_uptake - 1.67 * carbon_dioxide_output),
      // Frayn's line crosses zero at 0.7055. Below it the result is zero, not negative.
      carbohydrate_oxidation_g_per_min: Math.max(0, 4.55 * carbon_dioxide_output - 3.21 * oxygen_uptake),
      energy_kcal_per_min: 3.941 * oxygen_uptake + 1.106 * carbon_dioxide_output,
    };
  },
  explain: () => ({ notes: ['respiratory-quotient.without_protein'] }),
});
