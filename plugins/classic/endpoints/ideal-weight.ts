import { adjustedBodyWeight } from '../../../calculators/body/adjusted-body-weight.ts';
import { idealBodyWeight } from '../../../calculators/body/ideal-body-weight.ts';
import { toMetric, type UnitSystem } from '../../../calculators/kit/index.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { choice, choiceOrFirst } from '../parameters.ts';
import { heightText, weightText } from '../texts.ts';
import { gender, heightCm, heightIn, titled, weightKg, weightLb } from '../words.ts';

/** Ideal body weight. */
export const ibw = classicEndpoint({
  path: 'ibw',
  post: 'ibw/post',
  title: 'Ideal body weight',
  parameters: {
    gender: gender(),
    height: heightCm(),
    body_frame: choice('Body frame', ['small', 'medium', 'large']),
    formula: choiceOrFirst('Formula', ['hamwi', 'devine']),
  },
  successor: {
    path: 'ideal-body-weight',
    parameters: { gender: 'gender', height: 'height', body_frame: 'body_frame', formula: 'method' },
    fields: { ideal_weight: 'ideal_body_weight_kg' },
    notes: [
      'Without `method` v1 uses Devine; send `method=hamwi` for the classic default.',
      'v1 takes `body_frame` with Hamwi alone, which is the only formula that knows it.',
    ],
  },
  example: { gender: 'female', height: 152.4, body_frame: 'small' },
  answer({ gender, height, body_frame, formula }) {
    // Devine's equation has no body frame, but the older service required one.
    const frame = formula === 'hamwi' ? { body_frame } : {};
    const { ideal_body_weight_kg } = calculated(idealBodyWeight, { gender, height, method: formula, ...frame });
    return { ideal_weight: weightText(ideal_body_weight_kg) };
  },
});

interface Sized {
  readonly sex: 'male' | 'female';
  /** In cm and kg. */
  readonly height: number;
  readonly weight: number;
}

function adjusted({ sex, height, weight }: Sized, units: UnitSystem) {
  const { adjusted_body_weight_kg, ideal_body_weight_kg } = calculated(
    adjustedBodyWeight,
    { gender: sex, height, weight, method: 'robinson' },
    { names: { gender: 'sex' }, units },
  );
  return {
    AjBW: weightText(adjusted_body_weight_kg, units),
    'IBW (Robinson)': weightText(ideal_body_weight_kg, units),
    Sex: titled(sex),
    Height: heightText(height, units),
    Weight: weightText(weight, units),
  };
}

const successor = {
  path: 'adjusted-body-weight',
  parameters: { sex: 'gender', height: 'height', weight: 'weight' },
  fields: {
    AjBW: 'adjusted_body_weight_kg',
    'IBW (Robinson)': 'ideal_body_weight_kg',
    Sex: 'profile.gender',
    Height: 'profile.height_cm',
    Weight: 'profile.weight_kg',
  },
};
const ROBINSON = 'Send `method=robinson` for the same ideal weight; without it v1 uses Devine.';

/** Adjusted body weight from kg and cm. */
export const ajbw = classicEndpoint({
  path: 'ajbw',
  post: 'ajbw/post',
  title: 'Adjusted body weight',
  parameters: { sex: gender(), height: heightCm(), weight: weightKg() },
  successor: { ...successor, notes: [ROBINSON] },
  example: { sex: 'male', height: 177.8, weight: 101 },
  answer: (person) => adjusted(person, 'metric'),
});

/** Adjusted body weight from lb and in. */
export const ajbwImperial = classicEndpoint({
  path: 'ajbw_imp',
  post: 'ajbw_imp/post',
  title: 'Adjusted body weight, from pounds and inches',
  parameters: { sex: gender(), height: heightIn(), weight: weightLb() },
  successor: { ...successor, notes: [ROBINSON, 'Send `units=imperial`: v1 then takes lb and in.'] },
  example: { sex: 'male', height: 70, weight: 222 },
  answer: ({ sex, height, weight }) =>
    adjusted({ sex, height: toMetric('length', height), weight: toMetric('mass', weight) }, 'imperial'),
});
