import { z } from 'zod';
import { defineCalculator, field, given, method, OutsideValidity, result } from '../kit/index.ts';
import { AGE_PROFILE, ageFields, ageOf } from './child.ts';
import { growth } from './family.ts';

const equations = {
  mirwald: {
    formula:
      'boys −9.236 + 0.0002708·leg·sit − 0.001663·A·leg + 0.007216·A·sit + 0.02292·100·weight/height; girls −9.376 + 0.0001882·leg·sit + 0.0022·A·leg + 0.005841·A·sit − 0.002658·A·weight + 0.07693·100·weight/height; A age in years, sit sitting height, leg height − sit',
    sources: [
      {
        citation:
          'Mirwald RL, Baxter-Jones ADG, Bailey DA, Beunen GP. An assessment of maturity from anthropometric measurements. Med Sci Sports Exerc 2002;34:689-694',
      },
    ],
  },
  moore: {
    formula: 'boys −7.999994 + 0.0036124·A·height; girls −7.709133 + 0.0042232·A·height; A age in years',
    sources: [
      {
        citation:
          'Moore SA, McKay HA, Macdonald H, et al. Enhancing a somatic maturity prediction model. Med Sci Sports Exerc 2015;47:1755-1764',
      },
    ],
  },
};

/** Ages in years of the children in the studies. */
const FROM = 8;
const TO = 18;

const input = z.object({
  gender: field.gender(),
  ...ageFields,
  height: field.height({ min: 80, max: 220 }),
  sitting_height: field.length({ min: 40, max: 120 }).optional(),
  weight: field.weight({ min: 10, max: 200 }).optional(),
  // The default equation depends on the measurements that are given.
  method: method(equations, { all: true }).unwrap().optional(),
});

type Child = z.output<typeof input>;

/** Years since the growth spurt (peak height velocity). They are negative before it. */
export const maturityOffset = defineCalculator({
  name: 'maturity-offset',
  family: growth,
  since: 'v1.0.0',
  input,
  output: z.object({ maturity_offset_years: result.rounded(2), peak_height_velocity_age_years: result.rounded(2) }),
  profile: ['gender', ...AGE_PROFILE, 'height', 'sitting_height', 'weight'],
  usedBy: {
    sitting_height: ['mirwald'],
    weight: ['mirwald'],
  },
  equations,
  examples: [
    {
      input: { gender: 'male', age_months: 156, height: 155 },
      output: { maturity_offset_years: -0.72, peak_height_velocity_age_years: 13.72 },
      origin: 'By hand: −7.999994 + 0.0036124 · 13 · 155 = −7.999994 + 7.278986 = −0.721008',
    },
    {
      input: { gender: 'female', age_months: 144, height: 150, method: 'moore' },
      output: { maturity_offset_years: -0.11, peak_height_velocity_age_years: 12.11 },
      origin: 'By hand: −7.709133 + 0.0042232 · 12 · 150 = −7.709133 + 7.60176 = −0.107373',
    },
    {
      input: { gender: 'male', age_months: 156, height: 155, sitting_height: 80, weight: 45 },
      output: { maturity_offset_years: -1.06, peak_height_velocity_age_years: 14.06 },
      origin:
        'By hand: −9.236 + 0.0002708 · 75 · 80 − 0.001663 · 13 · 75 + 0.007216 · 13 · 80 + 0.02292 · 29.032258 = −9.236 + 1.6248 − 1.621425 + 7.50464 + 0.665419 = −1.062566',
    },
    {
      input: { gender: 'female', age_months: 144, height: 150, sitting_height: 78, weight: 42 },
      output: { maturity_offset_years: -0.14, peak_height_velocity_age_years: 12.14 },
      origin:
        'By hand: −9.376 + 0.0001882 · 72 · 78 + 0.0022 · 12 · 72 + 0.005841 · 12 · 78 − 0.002658 · 12 · 42 + 0.07693 · 28 = −9.376 + 1.056931 + 1.9008 + 5.467176 − 1.339632 + 2.15404 = −0.136685',
    },
  ],
  calculate(child) {
    const age = ageOf(child);
    const years = age.months / 12;
    if (years < FROM || years > TO) {
      throw new OutsideValidity(age.field, 'maturity-offset.age', { min: FROM, max: TO });
    }
    const offset = chosen(child) === 'mirwald' ? mirwald(child, years) : moore(child, years);
    return { maturity_offset_years: offset, peak_height_velocity_age_years: years - offset };
  },
  explain: (child) => ({ equation: chosen(child), notes: ['maturity-offset.error'] }),
});

/** Sitting height predicts better, so its equation is the default where it is given. */
function chosen({ method: named, sitting_height }: Child): keyof typeof equations {
  return named ?? (sitting_height === undefined ? 'moore' : 'mirwald');
}

function moore({ gender, height }: Child, years: number): number {
  return gender === 'male' ? -7.999_994 + 0.003_612_4 * years * height : -7.709_133 + 0.004_223_2 * years * height;
}

function mirwald(child: Child, years: number): number {
  const { gender, height, sitting_height: sit, weight } = given(child, ['sitting_height', 'weight'], 'mirwald');
  if (sit >= height) throw new OutsideValidity('sitting_height', 'maturity-offset.sitting');
  const leg = height - sit;
  const ratio = (100 * weight) / height;
  return gender === 'male'
    ? -9.236 + 0.000_270_8 * leg * sit - 0.001_663 * years * leg + 0.007_216 * years * sit + 0.022_92 * ratio
    : -9.376 +
        0.000_188_2 * leg * sit +
        0.0022 * years * leg +
        0.005_841 * years * sit -
        0.002_658 * years * weight +
        0.076_93 * ratio;
}
