/** A person as the Framingham general cardiovascular risk profile sees them; cholesterol in mg/dL, pressure in mmHg. */
interface Person {
  readonly gender: 'male' | 'female';
  readonly age: number;
  readonly systolic: number;
  readonly antihypertensive: boolean;
  readonly smoker: boolean;
  readonly diabetes: boolean;
}

interface Model {
  readonly age: number;
  readonly treatedPressure: number;
  readonly pressure: number;
  readonly smoker: number;
  readonly diabetes: number;
  /** Linear predictor of the average person. */
  readonly mean: number;
  /** Share of average people without an event in ten years. */
  readonly survival: number;
}

/** D’Agostino 2008, table 2. */
const LIPIDS = {
  male: {
    age: 3.06117,
    total: 1.1237,
    hdl: -0.93263,
    treatedPressure: 1.99881,
    pressure: 1.93303,
    smoker: 0.65451,
    diabetes: 0.57367,
    mean: 23.9802,
    survival: 0.88936,
  },
  female: {
    age: 2.32888,
    total: 1.20904,
    hdl: -0.70833,
    treatedPressure: 2.82263,
    pressure: 2.76157,
    smoker: 0.52873,
    diabetes: 0.69154,
    mean: 26.1931,
    survival: 0.95012,
  },
};

/** D’Agostino 2008, the office-based model. */
const BODY_MASS_INDEX = {
  male: {
    age: 3.11296,
    bmi: 0.79277,
    treatedPressure: 1.92672,
    pressure: 1.85508,
    smoker: 0.70953,
    diabetes: 0.5316,
    mean: 23.9388,
    survival: 0.88431,
  },
  female: {
    age: 2.72107,
    bmi: 0.51125,
    treatedPressure: 2.88267,
    pressure: 2.81291,
    smoker: 0.61868,
    diabetes: 0.77763,
    mean: 26.0145,
    survival: 0.94833,
  },
};

/** Ten-year risk of cardiovascular disease in percent, from total and HDL cholesterol in mg/dL. */
export function riskByLipids(person: Person, cholesterol: { readonly total: number; readonly hdl: number }): number {
  const model = LIPIDS[person.gender];
  return risk(model, person, model.total * Math.log(cholesterol.total) + model.hdl * Math.log(cholesterol.hdl));
}

/** Ten-year risk of cardiovascular disease in percent, from the body mass index instead of the lipids. */
export function riskByBodyMassIndex(person: Person, bmi: number): number {
  const model = BODY_MASS_INDEX[person.gender];
  return risk(model, person, model.bmi * Math.log(bmi));
}

function risk(model: Model, person: Person, own: number): number {
  const sum =
    own +
    model.age * Math.log(person.age) +
    (person.antihypertensive ? model.treatedPressure : model.pressure) * Math.log(person.systolic) +
    model.smoker * Number(person.smoker) +
    model.diabetes * Number(person.diabetes);
  return 100 * (1 - model.survival ** Math.exp(sum - model.mean));
}
