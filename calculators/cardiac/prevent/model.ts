import { base } from './base.ts';
import type { Horizon, Sex } from './coefficients.ts';
import { full } from './full.ts';
import { hba1c as withHba1c } from './hba1c.ts';
import { sdi as withSdi } from './sdi.ts';
import { uacr as withUacr } from './uacr.ts';

/** Models of PREVENT: the base model, those with one more predictor, and the one with all of them. */
const MODELS = { base, hba1c: withHba1c, uacr: withUacr, sdi: withSdi, full };
export type ModelName = keyof typeof MODELS;

/** Outcomes in the order of the columns. */
export const OUTCOMES = ['total_cvd', 'ascvd', 'heart_failure', 'coronary_heart_disease', 'stroke'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Risk of each outcome in percent. */
export type Risks = Readonly<Record<Outcome, number>>;

/** A person as PREVENT sees them; cholesterol in mmol/L, pressure in mmHg, eGFR in mL/min/1.73 m². */
export interface Person {
  readonly gender: Sex;
  readonly age: number;
  readonly totalCholesterol: number;
  readonly hdlCholesterol: number;
  readonly systolic: number;
  readonly antihypertensive: boolean;
  readonly statin: boolean;
  readonly diabetes: boolean;
  readonly smoker: boolean;
  readonly bmi: number;
  readonly egfr: number;
  /** Glycated haemoglobin in percent. */
  readonly hba1c?: number | undefined;
  /** Urine albumin-creatinine ratio in mg/g. */
  readonly uacr?: number | undefined;
  /** Decile of the social deprivation index of the place of residence. */
  readonly sdi?: number | undefined;
}

/** One term: its value in a person, and its coefficients by outcome. */
interface Term {
  readonly of: (person: Person) => number;
  readonly coefficients: readonly number[];
}

const age = (person: Person) => (person.age - 55) / 10;
const nonHdl = (person: Person) => person.totalCholesterol - person.hdlCholesterol - 3.5;
const hdl = (person: Person) => (person.hdlCholesterol - 1.3) / 0.3;
const pressure = (person: Person) => (Math.max(person.systolic, 110) - 130) / 20;
const bmi = (person: Person) => (Math.max(person.bmi, 30) - 30) / 5;
const lowEgfr = (person: Person) => (Math.min(person.egfr, 60) - 60) / -15;
const hba1c = (person: Person) => (person.hba1c === undefined ? 0 : person.hba1c - 5.3);

/** The value of each term in a person (Khan 2024, supplement). */
const TERMS: Readonly<Record<string, (person: Person) => number>> = {
  constant: () => 1,
  age,
  age_squared: (person) => age(person) ** 2,
  non_hdl: nonHdl,
  hdl,
  low_pressure: (person) => (Math.min(person.systolic, 110) - 110) / 20,
  pressure,
  diabetes: (person) => Number(person.diabetes),
  smoker: (person) => Number(person.smoker),
  low_bmi: (person) => (Math.min(person.bmi, 30) - 25) / 5,
  bmi,
  low_egfr: lowEgfr,
  egfr: (person) => (Math.max(person.egfr, 60) - 90) / -15,
  antihypertensive: (person) => Number(person.antihypertensive),
  statin: (person) => Number(person.statin),
  treated_pressure: (person) => Number(person.antihypertensive) * pressure(person),
  treated_non_hdl: (person) => Number(person.statin) * nonHdl(person),
  age_non_hdl: (person) => age(person) * nonHdl(person),
  age_hdl: (person) => age(person) * hdl(person),
  age_pressure: (person) => age(person) * pressure(person),
  age_diabetes: (person) => age(person) * Number(person.diabetes),
  age_smoker: (person) => age(person) * Number(person.smoker),
  age_bmi: (person) => age(person) * bmi(person),
  age_low_egfr: (person) => age(person) * lowEgfr(person),
  hba1c_diabetes: (person) => Number(person.diabetes) * hba1c(person),
  hba1c_no_diabetes: (person) => Number(!person.diabetes) * hba1c(person),
  no_hba1c: (person) => Number(person.hba1c === undefined),
  ln_uacr: (person) => (person.uacr === undefined ? 0 : Math.log(person.uacr)),
  no_uacr: (person) => Number(person.uacr === undefined),
  sdi_4_to_6: (person) => Number(person.sdi !== undefined && person.sdi >= 4 && person.sdi <= 6),
  sdi_7_to_10: (person) => Number(person.sdi !== undefined && person.sdi >= 7),
  no_sdi: (person) => Number(person.sdi === undefined),
};

/** The risks of a person in percent: each is logistic in the sum of the terms. */
export function risksOf(model: ModelName, horizon: Horizon, person: Person): Risks {
  const sums = OUTCOMES.map(() => 0);
  for (const { of, coefficients } of termsOf(model, horizon, person.gender)) {
    const value = of(person);
    for (const [at, coefficient] of coefficients.entries()) sums[at] = (sums[at] ?? 0) + coefficient * value;
  }
  const [total_cvd = 0, ascvd = 0, heart_failure = 0, coronary_heart_disease = 0, stroke = 0] = sums.map(
    (sum) => 100 / (1 + Math.exp(-sum)),
  );
  return { total_cvd, ascvd, heart_failure, coronary_heart_disease, stroke };
}

const ready = new Map<string, readonly Term[]>();

/** The terms of a model. Its figures are read when they are first asked for. */
function termsOf(model: ModelName, horizon: Horizon, sex: Sex): readonly Term[] {
  const id = `${model} ${horizon} ${sex}`;
  const known = ready.get(id);
  if (known) return known;
  const made = MODELS[model][horizon][sex].trim().split('\n').map(termOf);
  ready.set(id, made);
  return made;
}

function termOf(line: string): Term {
  const [name = '', ...printed] = line.trim().split(' ');
  const of = TERMS[name];
  if (!of) throw new RangeError(`no term ${name}`);
  return { of, coefficients: printed.map((text) => (text === '-' ? 0 : Number(text))) };
}
