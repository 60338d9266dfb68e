import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { energy } from './family.ts';
import { iom2005 } from './sources.ts';

const equations = {
  rda: { formula: 'protein [g/day] = 0.8·weight [kg]', sources: [iom2005] },
  older_adults: {
    formula: 'protein [g/day] = 1.0 to 1.2·weight [kg], above 65 years',
    sources: [
      {
        citation:
          'Bauer J, Biolo G, Cederholm T, et al. Evidence-based recommendations for optimal dietary protein intake in older people: a position paper from the PROT-AGE study group. J Am Med Dir Assoc 2013;14:542-559',
        doi: '10.1016/j.jamda.2013.05.021',
      },
    ],
  },
  training: {
    formula: 'protein [g/day] = 1.4 to 2.0·weight [kg]',
    sources: [
      {
        citation:
          'Jäger R, Kerksick CM, Campbell BI, et al. International Society of Sports Nutrition position stand: protein and exercise. J Int Soc Sports Nutr 2017;14:20',
        doi: '10.1186/s12970-017-0177-8',
      },
    ],
  },
  hypertrophy: {
    formula: 'protein [g/day] = 1.62·weight [kg], beyond which strength training gains no further fat-free mass',
    sources: [
      {
        citation:
          'Morton RW, Murphy KT, McKellar SR, et al. A systematic review, meta-analysis and meta-regression of the effect of protein supplementation on resistance training-induced gains in muscle mass and strength in healthy adults. Br J Sports Med 2018;52:376-384',
        doi: '10.1136/bjsports-2017-097608',
      },
    ],
  },
};

/** Grams of protein a day for each kg of body weight; a range where the source prints one. */
const G_PER_KG: Readonly<Record<keyof typeof equations, { readonly from: number; readonly to?: number }>> = {
  rda: { from: 0.8 },
  older_adults: { from: 1, to: 1.2 },
  training: { from: 1.4, to: 2 },
  hypertrophy: { from: 1.62 },
};

/** Protein that an adult needs in a day. */
export const proteinRequirement = defineCalculator({
  name: 'protein-requirement',
  family: energy,
  since: 'classic',
  aliases: ['protein-calculator'],
  input: z.object({ weight: field.weight({ min: 30, max: 300 }), method: method(equations, { all: true }) }),
  output: z.object({ protein_g: result.rounded(2), protein_max_g: result.rounded(2).optional() }),
  profile: ['weight'],
  equations,
  examples: [
    { input: { weight: 75 }, output: { protein_g: 60 }, origin: 'By hand: 0.8 · 75 = 60' },
    {
      input: { weight: 75, method: 'training' },
      output: { protein_g: 105, protein_max_g: 150 },
      origin: 'By hand: 1.4 · 75 = 105; 2.0 · 75 = 150',
    },
    {
      input: { weight: 68.2, method: 'hypertrophy' },
      output: { protein_g: 110.48 },
      origin: 'By hand: 1.62 · 68.2 = 110.484',
    },
    {
      input: { weight: 62.5, method: 'older_adults' },
      output: { protein_g: 62.5, protein_max_g: 75 },
      origin: 'By hand: 1.0 · 62.5 = 62.5; 1.2 · 62.5 = 75',
    },
  ],
  calculate({ weight, method }) {
    const { from, to } = G_PER_KG[method];
    return { protein_g: from * weight, ...(to === undefined ? {} : { protein_max_g: to * weight }) };
  },
  explain: () => ({ notes: ['protein-requirement.kidneys'] }),
});
