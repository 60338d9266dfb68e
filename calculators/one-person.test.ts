import { describe, expect, it } from 'vitest';
import { ALL } from './kit/index.ts';
import { builtIn } from './testing/built-in.fixture.ts';
import { type Input, randomFrom } from './testing/random-inputs.fixture.ts';

type Body = Readonly<Record<string, unknown>>;

function calculatorOf(name: string) {
  const calculator = builtIn.find((candidate) => candidate.name === name);
  if (!calculator) throw new Error(`no calculator ${name}`);
  return calculator;
}

/** The answer of a calculator; the inputs that it does not have are left out. */
function answer(name: string, person: Input): Body {
  const calculator = calculatorOf(name);
  const names = new Set(calculator.fields.map((field) => field.name));
  const inputs = Object.fromEntries(Object.entries(person).filter(([input]) => names.has(input)));
  const given = calculator.answer(inputs);
  if ('problems' in given) throw new Error(`${name}: ${JSON.stringify(given.problems)}`);
  return given.body;
}

const methodsOf = (name: string) =>
  calculatorOf(name)
    .fields.find((field) => field.name === 'method')
    ?.options.filter((option) => option !== ALL) ?? [];

const random = randomFrom(20);
const between = (min: number, max: number) => Math.round((min + (max - min) * random()) * 10) / 10;

/** Adults of ordinary size with everything that the calculators may ask for. */
const people = Array.from({ length: 20 }, () => ({
  gender: random() < 0.5 ? 'male' : 'female',
  age: Math.round(between(20, 79)),
  weight: between(55, 110),
  height: between(155, 195),
  body_fat: between(12, 35),
  resting_heart_rate: Math.round(between(50, 80)),
  activity_level: 'very_active',
  goal: 'maintenance',
}));

describe('the same person has the same', () => {
  it.each(methodsOf('tdee').concat(''))('basal rate and expenditure wherever they stand, method %s', (method) => {
    for (const person of people) {
      const asked = method === '' ? person : { ...person, method };
      const { bmr, tdee, activity_multiplier } = answer('tdee', asked);
      expect(answer('basal-metabolic-rate', asked)).toMatchObject({ bmr });
      expect(answer('calorie-target', asked)).toMatchObject({ bmr, tdee, activity_multiplier, calorie_target: tdee });
    }
  });

  it('energy of a day in the calculators of food, which take no body fat and no method', () => {
    for (const { body_fat: _, ...person } of people) {
      const { tdee } = answer('tdee', person);
      for (const name of ['carbohydrate-intake', 'fat-intake', 'sugar-limit']) {
        expect(answer(name, person)).toMatchObject({ energy_kcal: tdee });
      }
    }
  });

  it.each(methodsOf('max-heart-rate').concat(''))('highest heart rate, method %s', (method) => {
    for (const person of people.filter(({ gender }) => method !== 'gulati' || gender === 'female')) {
      const { resting_heart_rate: _, ...asked } = method === '' ? person : { ...person, method };
      const { max_heart_rate_bpm } = answer('max-heart-rate', asked);
      expect(answer('heart-rate-zones', asked)).toMatchObject({ max_heart_rate_bpm });
      expect(answer('target-heart-rate', { ...asked, intensity: 70 })).toMatchObject({ max_heart_rate_bpm });
    }
  });

  it('reserve of the heart rate', () => {
    for (const person of people) {
      const { heart_rate_reserve_bpm } = answer('heart-rate-zones', person);
      expect(heart_rate_reserve_bpm).toBeDefined();
      expect(answer('target-heart-rate', { ...person, intensity: 70 })).toMatchObject({ heart_rate_reserve_bpm });
    }
  });

  it('BMI, and the weight that belongs to it', () => {
    for (const { weight, height, ...person } of people) {
      const { bmi, healthy_weight_kg } = answer('bmi', { weight, height });
      expect(answer('weight-for-bmi', { height, bmi: Number(bmi) }).weight_kg).toBeCloseTo(weight, 1);
      expect(answer('ideal-body-weight', { ...person, height })).toMatchObject({ healthy_weight_kg });
    }
  });

  it('fat-free mass and fat mass', () => {
    for (const person of people) {
      const { fat_free_mass_kg, fat_mass_kg } = answer('fat-free-mass-index', person);
      expect(answer('energy-availability', { ...person, energy: 2500, exercise_energy: 400 })).toMatchObject({
        fat_free_mass_kg,
      });
      expect(Number(fat_free_mass_kg) + Number(fat_mass_kg)).toBeCloseTo(person.weight, 1);
    }
  });

  it('race in every calculator of running', () => {
    for (let time = 2000; time < 4000; time += 250) {
      const race = { distance: 10_000, time };
      const { pace_per_km, pace_per_mile } = answer('running-pace', race);
      for (const method of ['riegel', 'daniels_gilbert']) {
        expect(answer('race-time', { ...race, target_distance: 10_000, method })).toMatchObject({
          predicted_time_s: time,
          predicted_pace_per_km: pace_per_km,
          predicted_pace_per_mile: pace_per_mile,
        });
      }
      const races = answer('vdot', race).equivalent_races as readonly { distance_m: number; time_s: number }[];
      const marathon = races.find(({ distance_m }) => distance_m === 42_195);
      expect(answer('race-time', { ...race, target_distance: 42_195, method: 'daniels_gilbert' })).toMatchObject({
        predicted_time_s: marathon?.time_s,
      });
    }
  });

  it('dew point in the humidex, and anion gap in the delta ratio', () => {
    for (let temperature = 21; temperature < 40; temperature += 3) {
      const { dew_point_c } = answer('dew-point', { temperature, humidity: 60 });
      expect(answer('humidex', { temperature, humidity: 60 })).toMatchObject({ dew_point_c });
    }
    const blood = { sodium: 140, chloride: 100, bicarbonate: 14 };
    const { anion_gap_mmol_per_l } = answer('anion-gap', blood);
    expect(answer('delta-ratio', blood)).toMatchObject({ anion_gap_mmol_per_l });
  });
});
