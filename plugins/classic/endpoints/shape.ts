import { bodyAdiposityIndex } from '../../../calculators/body/body-adiposity-index.ts';
import { bodyShapeIndex } from '../../../calculators/body/body-shape-index.ts';
import { fatFreeMassIndex } from '../../../calculators/body/fat-free-mass-index.ts';
import { frameSize } from '../../../calculators/body/frame-size.ts';
import { round, toImperial, toMetric, type UnitSystem } from '../../../calculators/kit/index.ts';
import { adiposityClass } from '../adiposity-class.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { choiceOrFirst, number } from '../parameters.ts';
import { heightText, weightText } from '../texts.ts';
import { age, gender, heightCm, titled, units } from '../words.ts';

const UNIT = 'Units of the inputs and of the answer';
const inKg = (mass: number, unit: UnitSystem) => (unit === 'metric' ? mass : toMetric('mass', mass));
const inCm = (length: number, unit: UnitSystem) => (unit === 'metric' ? length : toMetric('length', length));

/** Fat-free mass index. */
export const ffmi = classicEndpoint({
  path: 'ffmi',
  post: 'ffmi/post',
  title: 'Fat-free mass index',
  parameters: {
    sex: gender(),
    height: number('Standing height, in cm or in'),
    weight: number('Body weight, in kg or lb'),
    body_fat: number('Body fat', '%'),
    unit: units(UNIT),
    format: choiceOrFirst('yes: texts with units; no: numbers', ['yes', 'no']),
  },
  successor: {
    path: 'fat-free-mass-index',
    parameters: { sex: null, height: 'height', weight: 'weight', body_fat: 'body_fat', unit: 'units', format: null },
    fields: {
      FFMI: 'ffmi',
      'Normalized FFMI': 'normalized_ffmi',
      'Fat-free mass': 'fat_free_mass_kg',
      'Total body fat': 'fat_mass_kg',
      Sex: null,
      Unit: null,
    },
    notes: ['Numbers are numbers: there is no `format`.', 'The index does not depend on the sex.'],
  },
  example: { sex: 'male', height: 200, weight: 100, body_fat: 10 },
  answer({ sex, height, weight, body_fat, unit, format }) {
    const found = calculated(
      fatFreeMassIndex,
      { height: inCm(height, unit), weight: inKg(weight, unit), body_fat },
      { units: unit },
    );
    const index = (value: number) => (format === 'yes' ? `${value.toFixed(2)} kg/m²` : round(value, 2));
    const mass = (kg: number) =>
      format === 'yes' ? weightText(kg, unit) : round(unit === 'metric' ? kg : toImperial('mass', kg), 2);
    return {
      FFMI: index(found.ffmi),
      'Normalized FFMI': index(found.normalized_ffmi),
      'Fat-free mass': mass(found.fat_free_mass_kg),
      'Total body fat': mass(found.fat_mass_kg),
      Sex: titled(sex),
      Unit: titled(unit),
    };
  },
});

/** A body shape index. */
export const absi = classicEndpoint({
  path: 'absi',
  post: 'absi/post',
  title: 'A body shape index',
  parameters: {
    sex: gender(),
    age: age(),
    height: number('Standing height, in cm or in'),
    weight: number('Body weight, in kg or lb'),
    waist_circumference: number('Waist circumference, in cm or in'),
    unit: units(UNIT),
  },
  successor: {
    path: 'body-shape-index',
    parameters: {
      sex: 'gender',
      age: 'age',
      height: 'height',
      weight: 'weight',
      waist_circumference: 'waist',
      unit: 'units',
    },
    fields: {
      ABSI: 'absi',
      'ABSI z-score': 'absi_z_score',
      'Mortality risk': 'mortality_risk_label',
      Sex: 'profile.gender',
      Age: 'profile.age',
    },
  },
  example: { sex: 'male', age: 40, height: 178, weight: 80, waist_circumference: 92 },
  answer({ sex, age, height, weight, waist_circumference, unit }) {
    const { absi, absi_z_score, mortality_risk } = calculated(
      bodyShapeIndex,
      {
        gender: sex,
        age,
        height: inCm(height, unit),
        weight: inKg(weight, unit),
        waist: inCm(waist_circumference, unit),
      },
      { names: { gender: 'sex', waist: 'waist_circumference' }, units: unit },
    );
    const { messages } = bodyShapeIndex.family;
    return {
      ABSI: round(absi, 5),
      'ABSI z-score': round(absi_z_score, 3),
      'Mortality risk': mortality_risk
        ? messages.text('en', `${bodyShapeIndex.name}.mortality_risk.${mortality_risk}`)
        : 'Not defined for this age',
      Sex: titled(sex),
      Age: age,
    };
  },
});

/** Body adiposity index. */
export const bai = classicEndpoint({
  path: 'bai',
  post: 'bai/post',
  title: 'Body adiposity index',
  parameters: { sex: gender(), age: age(), hip: number('Hip circumference', 'cm'), height: heightCm() },
  successor: {
    path: 'body-adiposity-index',
    parameters: { sex: null, age: null, hip: 'hip', height: 'height' },
    fields: {
      BAI: 'body_adiposity_index_percent',
      'Adiposity Classification': null,
      Sex: null,
      Age: null,
      'Hip Circumference': 'profile.hip_cm',
      Height: 'profile.height_cm',
    },
    notes: ['v1 gives no class: its limits were made for measured body fat, not for this estimate.'],
  },
  example: { sex: 'female', age: 30, hip: 109.76, height: 196 },
  answer({ sex, age, hip, height }) {
    const { body_adiposity_index_percent } = calculated(bodyAdiposityIndex, { hip, height });
    return {
      BAI: round(body_adiposity_index_percent, 2),
      'Adiposity Classification': adiposityClass(body_adiposity_index_percent, sex, age),
      Sex: titled(sex),
      Age: age,
      'Hip Circumference': `${hip} cm`,
      Height: heightText(height),
    };
  },
});

/** Frame size by height and wrist. */
export const bfsi = classicEndpoint({
  path: 'bfsi',
  post: 'bfsi/post',
  title: 'Body frame size',
  parameters: { sex: gender(), height: heightCm(), wrist: number('Wrist circumference', 'cm') },
  successor: {
    path: 'frame-size',
    parameters: { sex: 'gender', height: 'height', wrist: 'wrist' },
    fields: { BFSI: 'height_to_wrist_ratio', 'Frame Size': 'frame_size_label', Sex: 'profile.gender' },
  },
  example: { sex: 'male', height: 180, wrist: 17.5 },
  answer({ sex, height, wrist }) {
    const found = calculated(frameSize, { gender: sex, height, wrist }, { names: { gender: 'sex' } });
    return {
      BFSI: round(found.height_to_wrist_ratio, 2),
      'Frame Size': titled(found.frame_size),
      Sex: titled(sex),
    };
  },
});
