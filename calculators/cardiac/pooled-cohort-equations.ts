/** A person as the pooled cohort equations see them; cholesterol in mg/dL, pressure in mmHg. */
export interface Person {
  readonly gender: 'male' | 'female';
  readonly race: Race;
  readonly age: number;
  readonly totalCholesterol: number;
  readonly hdlCholesterol: number;
  readonly systolic: number;
  readonly antihypertensive: boolean;
  readonly smoker: boolean;
  readonly diabetes: boolean;
}

/** The equations were made for white and for African American people; others are given those of white people. */
export const RACES = ['white', 'african_american', 'other'] as const;
type Race = (typeof RACES)[number];

interface Model {
  readonly age: number;
  readonly ageSquared?: number;
  readonly total: number;
  readonly ageTotal?: number;
  readonly hdl: number;
  readonly ageHdl?: number;
  readonly treatedPressure: number;
  readonly ageTreatedPressure?: number;
  readonly pressure: number;
  readonly agePressure?: number;
  readonly smoker: number;
  readonly ageSmoker?: number;
  readonly diabetes: number;
  /** Linear predictor of the average person. */
  readonly mean: number;
  /** Share of average people without an event in ten years. */
  readonly survival: number;
}

/** Goff 2014, table A of appendix 7. */
const MODELS: Readonly<Record<'white' | 'african_american', Readonly<Record<'male' | 'female', Model>>>> = {
  white: {
    female: {
      age: -29.799,
      ageSquared: 4.884,
      total: 13.54,
      ageTotal: -3.114,
      hdl: -13.578,
      ageHdl: 3.149,
      treatedPressure: 2.019,
      pressure: 1.957,
      smoker: 7.574,
      ageSmoker: -1.665,
      diabetes: 0.661,
      mean: -29.18,
      survival: 0.9665,
    },
    male: {
      age: 12.344,
      total: 11.853,
      ageTotal: -2.664,
      hdl: -7.99,
      ageHdl: 1.769,
      treatedPressure: 1.797,
      pressure: 1.764,
      smoker: 7.837,
      ageSmoker: -1.795,
      diabetes: 0.658,
      mean: 61.18,
      survival: 0.9144,
    },
  },
  african_american: {
    female: {
      age: 17.114,
      total: 0.94,
      hdl: -18.92,
      ageHdl: 4.475,
      treatedPressure: 29.291,
      ageTreatedPressure: -6.432,
      pressure: 27.82,
      agePressure: -6.087,
      smoker: 0.691,
      diabetes: 0.874,
      mean: 86.61,
      survival: 0.9533,
    },
    male: {
      age: 2.469,
      total: 0.302,
      hdl: -0.307,
      treatedPressure: 1.916,
      pressure: 1.809,
      smoker: 0.549,
      diabetes: 0.645,
      mean: 19.54,
      survival: 0.8954,
    },
  },
};

/** Ten-year risk of a first hard atherosclerotic cardiovascular event in percent. */
export function pooledCohortRisk(person: Person): number {
  const model = MODELS[person.race === 'african_american' ? 'african_american' : 'white'][person.gender];
  const age = Math.log(person.age);
  const sum =
    model.age * age +
    (model.ageSquared ?? 0) * age ** 2 +
    (model.total + (model.ageTotal ?? 0) * age) * Math.log(person.totalCholesterol) +
    (model.hdl + (model.ageHdl ?? 0) * age) * Math.log(person.hdlCholesterol) +
    ofPressure(model, person, age) * Math.log(person.systolic) +
    (model.smoker + (model.ageSmoker ?? 0) * age) * Number(person.smoker) +
    model.diabetes * Number(person.diabetes);
  return 100 * (1 - model.survival ** Math.exp(sum - model.mean));
}

function ofPressure(model: Model, { antihypertensive }: Person, age: number): number {
  return antihypertensive
    ? model.treatedPressure + (model.ageTreatedPressure ?? 0) * age
    : model.pressure + (model.agePressure ?? 0) * age;
}
