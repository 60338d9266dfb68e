import { bodyFat as v1 } from '../../../calculators/body/body-fat.ts';
import { quetelet } from '../../../calculators/body/quetelet.ts';
import { round, toMetric, type UnitSystem } from '../../../calculators/kit/index.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { number, optional } from '../parameters.ts';
import { bmiText, heightText, percentText, weightText } from '../texts.ts';
import { age, gender, heightCm, heightIn, units, weightKg, weightLb } from '../words.ts';

interface Person {
  readonly gender: 'male' | 'female';
  readonly age: number;
  readonly weight: number;
  readonly height: number;
}

function answer(person: Person, given: UnitSystem, shown: UnitSystem) {
  const { body_fat_percent, category } = calculated(v1, { ...person, method: 'deurenberg' }, { units: given });
  const { gender, age, weight, height } = person;
  const status = category && v1.family.messages.text('en', `${v1.name}.category.${category}`);
  return {
    age,
    bmi: bmiText(quetelet(weight, height)),
    bodyfat: percentText(body_fat_percent),
    // The bands are for adults only.
    bodyfat_status: status ?? 'Not defined for this age',
    gender,
    height: heightText(height, shown),
    weight: weightText(weight, shown),
  };
}

const fields = {
  age: 'profile.age',
  bmi: null,
  bodyfat: 'body_fat_percent',
  bodyfat_status: 'category_label',
  gender: 'profile.gender',
  height: 'profile.height_cm',
  weight: 'profile.weight_kg',
};
const notes = ['Send `method=deurenberg` for the same equation.', 'The BMI is a call of its own: `bmi`.'];
const same = { gender: 'gender', age: 'age', height: 'height', weight: 'weight' };

/** Body fat from kg and cm. */
export const bodyFat = classicEndpoint({
  path: 'bodyfat',
  title: 'Body fat by BMI, age and sex',
  parameters: {
    gender: gender(),
    age: age(),
    height: heightCm(),
    weight: weightKg(),
    unit: units('Units of the texts in the answer'),
  },
  successor: { path: 'body-fat', parameters: { ...same, unit: 'units' }, fields, notes },
  example: { gender: 'male', age: 30, height: 180, weight: 81 },
  answer: ({ unit, ...person }) => answer(person, 'metric', unit),
});

/** Body fat from lb and in. */
export const bodyFatImperial = classicEndpoint({
  path: 'bodyfat/imperial',
  title: 'Body fat by BMI, age and sex, from pounds and inches',
  parameters: { age: age(), weight: weightLb(), gender: gender(), height: heightIn() },
  successor: {
    path: 'body-fat',
    parameters: same,
    fields,
    notes: [...notes, 'Send `units=imperial`: v1 then takes lb and in.'],
  },
  example: { age: 30, weight: 180, gender: 'male', height: 70 },
  answer: ({ gender, age, weight, height }) =>
    answer(
      { gender, age, weight: toMetric('mass', weight), height: toMetric('length', height) },
      'imperial',
      'imperial',
    ),
});

const inches = (description: string) => number(description, 'in');

/** Body fat by the tape measure of the U.S. Navy. */
export const bodyFatNavy = classicEndpoint({
  path: 'bodyfat/navy',
  post: 'bodyfat/navy',
  postOnly: true,
  title: 'Body fat by tape measure (U.S. Navy)',
  parameters: {
    sex: gender(),
    age: optional(age()),
    height: heightIn(),
    waist: inches('Waist circumference'),
    neck: inches('Neck circumference'),
    hip: optional(inches('Hip circumference, for women')),
  },
  successor: {
    path: 'body-fat',
    parameters: { sex: 'gender', age: 'age', height: 'height', waist: 'waist', neck: 'neck', hip: 'hip' },
    fields: { Navy_BFP: 'body_fat_percent' },
    notes: ['Send `units=imperial` in the query: v1 then takes inches.'],
  },
  example: { sex: 'male', age: 30, height: 70, waist: 34, neck: 15 },
  answer({ sex, age, height, waist, neck, hip }) {
    const cm = (length: number) => toMetric('length', length);
    const { body_fat_percent } = calculated(
      v1,
      {
        gender: sex,
        age,
        height: cm(height),
        waist: cm(waist),
        neck: cm(neck),
        // The equation for men does not use the hip; clients send 0 for it.
        hip: sex === 'male' || hip === undefined ? undefined : cm(hip),
        method: 'navy',
      },
      { names: { gender: 'sex' }, units: 'imperial' },
    );
    return { Navy_BFP: round(body_fat_percent, 2) };
  },
});
