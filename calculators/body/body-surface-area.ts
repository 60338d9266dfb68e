import { z } from 'zod';
import { defineCalculator, field, method, result } from '../kit/index.ts';
import { body } from './family.ts';

/** An equation of the form factor · weight^a · height^b. */
const power = (factor: number, ofWeight: number, ofHeight: number) => (weight: number, height: number) =>
  factor * weight ** ofWeight * height ** ofHeight;

const equations = {
  mosteller: {
    formula: 'BSA = √(weight [kg] · height [cm] / 3600) m²',
    sources: [{ citation: 'Mosteller RD. Simplified calculation of body-surface area. N Engl J Med 1987;317:1098' }],
  },
  du_bois: {
    formula: 'BSA = 0.007184 · weight^0.425 [kg] · height^0.725 [cm] m²',
    sources: [
      {
        citation:
          'Du Bois D, Du Bois EF. A formula to estimate the approximate surface area if height and weight be known. Arch Intern Med 1916;17:863-871',
      },
    ],
    synonyms: ['dubois'],
  },
  haycock: {
    formula: 'BSA = 0.024265 · weight^0.5378 [kg] · height^0.3964 [cm] m²',
    sources: [
      {
        citation:
          'Haycock GB, Schwartz GJ, Wisotsky DH. Geometric method for measuring body surface area: a height-weight formula validated in infants, children, and adults. J Pediatr 1978;93:62-66',
      },
    ],
  },
  gehan_george: {
    formula: 'BSA = 0.0235 · weight^0.51456 [kg] · height^0.42246 [cm] m²',
    sources: [
      {
        citation:
          'Gehan EA, George SL. Estimation of human body surface area from height and weight. Cancer Chemother Rep 1970;54:225-235',
      },
    ],
  },
  boyd: {
    formula: 'BSA = 0.0003207 · weight^(0.7285 − 0.0188·log₁₀ weight) [g] · height^0.3 [cm] m²',
    sources: [
      {
        citation: 'Boyd E. The growth of the surface area of the human body. University of Minnesota Press, 1935',
      },
    ],
  },
  fujimoto: {
    formula: 'BSA = 0.008883 · weight^0.444 [kg] · height^0.663 [cm] m²',
    sources: [
      {
        citation:
          'Fujimoto S, Watanabe T, Sakamoto A, Yukawa K, Morimoto K. Studies on the physical surface area of Japanese. Nippon Eiseigaku Zasshi 1968;23:443-450',
      },
    ],
  },
  takahira: {
    formula: 'BSA = 0.007241 · weight^0.425 [kg] · height^0.725 [cm] m²',
    sources: [
      {
        citation:
          'Takahira H. Metabolism of the Japanese. Reports of the Imperial Government Institute for Nutrition, Tokyo 1925;1:61-95',
      },
    ],
  },
};

const SURFACE: Readonly<Record<keyof typeof equations, (weight: number, height: number) => number>> = {
  mosteller: (weight, height) => Math.sqrt((weight * height) / 3600),
  du_bois: power(0.007184, 0.425, 0.725),
  haycock: power(0.024265, 0.5378, 0.3964),
  gehan_george: power(0.0235, 0.51456, 0.42246),
  boyd(weight, height) {
    const grams = 1000 * weight;
    return 0.0003207 * grams ** (0.7285 - 0.0188 * Math.log10(grams)) * height ** 0.3;
  },
  fujimoto: power(0.008883, 0.444, 0.663),
  takahira: power(0.007241, 0.425, 0.725),
};

/** Below this weight in kg, in infants, the equations of Du Bois and Takahira give too low values. */
const INFANT_BELOW = 10;

/** Body surface area by seven equations; Haycock and Mosteller also hold for children. */
export const bodySurfaceArea = defineCalculator({
  name: 'body-surface-area',
  family: body,
  since: 'classic',
  aliases: ['bsa'],
  input: z.object({
    weight: field.weight({ min: 1, max: 300 }),
    height: field.height({ min: 30, max: 250 }),
    method: method(equations, { all: true }),
  }),
  output: z.object({ body_surface_area_m2: result.rounded(3) }),
  profile: ['weight', 'height'],
  equations,
  examples: [
    {
      input: { weight: 62, height: 165 },
      output: { body_surface_area_m2: 1.686 },
      origin: 'By hand: 62 · 165 / 3600 = 2.84167; √2.84167 = 1.68572',
    },
    {
      input: { weight: 62, height: 165, method: 'du_bois' },
      output: { body_surface_area_m2: 1.682 },
      origin: 'Independent calculation with 50 digits: 1.68193',
    },
    {
      input: { weight: 62, height: 165, method: 'boyd' },
      output: { body_surface_area_m2: 1.701 },
      origin: 'Independent calculation with 50 digits: 1.70146; the weight in the logarithm is in grams',
    },
    {
      input: { weight: 10, height: 90 },
      output: { body_surface_area_m2: 0.5 },
      origin: 'By hand: 10 · 90 / 3600 = 0.25; √0.25 = 0.5',
    },
  ],
  calculate: ({ weight, height, method }) => ({ body_surface_area_m2: SURFACE[method](weight, height) }),
  explain: ({ weight, method }) => ({
    warnings:
      weight < INFANT_BELOW && (method === 'du_bois' || method === 'takahira') ? ['body-surface-area.infants'] : [],
  }),
});
