/** A person as SCORE2 sees them; cholesterol in mmol/L, pressure in mmHg. */
export interface Person {
  readonly gender: 'male' | 'female';
  readonly age: number;
  readonly smoker: boolean;
  readonly systolic: number;
  readonly totalCholesterol: number;
  readonly hdlCholesterol: number;
}

/** What SCORE2-Diabetes knows beyond that: HbA1c in mmol/mol, eGFR in mL/min/1.73 m². */
export interface Diabetes {
  readonly ageAtDiagnosis: number;
  readonly hba1c: number;
  readonly egfr: number;
}

/** Regions by the cardiovascular mortality of their countries. */
export const REGIONS = ['low', 'moderate', 'high', 'very_high'] as const;
export type Region = (typeof REGIONS)[number];
type Sex = Person['gender'];

interface Model {
  readonly age: number;
  readonly smoker: number;
  readonly systolic: number;
  readonly total: number;
  readonly hdl: number;
  readonly ageSmoker: number;
  readonly ageSystolic: number;
  readonly ageTotal: number;
  readonly ageHdl: number;
  /** Share of average people without an event in ten years. */
  readonly survival: number;
}

/** SCORE2 2021, supplementary table 2. */
const SCORE2: Readonly<Record<Sex, Model>> = {
  male: {
    age: 0.3742,
    smoker: 0.6012,
    systolic: 0.2777,
    total: 0.1458,
    hdl: -0.2698,
    ageSmoker: -0.0755,
    ageSystolic: -0.0255,
    ageTotal: -0.0281,
    ageHdl: 0.0426,
    survival: 0.9605,
  },
  female: {
    age: 0.4648,
    smoker: 0.7744,
    systolic: 0.3131,
    total: 0.1002,
    hdl: -0.2606,
    ageSmoker: -0.1088,
    ageSystolic: -0.0277,
    ageTotal: -0.0226,
    ageHdl: 0.0613,
    survival: 0.9776,
  },
};

/** SCORE2-OP 2021. `mean` is the linear predictor of the average person. */
const OLDER: Readonly<Record<Sex, Model & { readonly mean: number }>> = {
  male: {
    age: 0.0634,
    smoker: 0.3524,
    systolic: 0.0094,
    total: 0.085,
    hdl: -0.3564,
    ageSmoker: -0.0247,
    ageSystolic: -0.0005,
    ageTotal: 0.0073,
    ageHdl: 0.0091,
    survival: 0.7576,
    mean: 0.0929,
  },
  female: {
    age: 0.0789,
    smoker: 0.4921,
    systolic: 0.0102,
    total: 0.0605,
    hdl: -0.304,
    ageSmoker: -0.0255,
    ageSystolic: -0.0004,
    ageTotal: -0.0009,
    ageHdl: 0.0154,
    survival: 0.8082,
    mean: 0.229,
  },
};

interface DiabetesModel extends Model {
  readonly diabetes: number;
  readonly ageDiabetes: number;
  readonly ageAtDiagnosis: number;
  readonly hba1c: number;
  readonly egfr: number;
  readonly egfrSquared: number;
  readonly ageHba1c: number;
  readonly ageEgfr: number;
}

/** SCORE2-Diabetes 2023. */
const DIABETES: Readonly<Record<Sex, DiabetesModel>> = {
  male: {
    age: 0.5368,
    smoker: 0.4774,
    systolic: 0.1322,
    total: 0.1102,
    hdl: -0.1087,
    ageSmoker: -0.0672,
    ageSystolic: -0.0268,
    ageTotal: -0.0181,
    ageHdl: 0.0095,
    diabetes: 0.6457,
    ageDiabetes: -0.0983,
    ageAtDiagnosis: -0.0998,
    hba1c: 0.0955,
    egfr: -0.0591,
    egfrSquared: 0.0058,
    ageHba1c: -0.0134,
    ageEgfr: 0.0115,
    survival: 0.9605,
  },
  female: {
    age: 0.6624,
    smoker: 0.6139,
    systolic: 0.1421,
    total: 0.1127,
    hdl: -0.1568,
    ageSmoker: -0.1122,
    ageSystolic: -0.0167,
    ageTotal: -0.02,
    ageHdl: 0.0186,
    diabetes: 0.8096,
    ageDiabetes: -0.1272,
    ageAtDiagnosis: -0.118,
    hba1c: 0.1173,
    egfr: -0.064,
    egfrSquared: 0.0062,
    ageHba1c: -0.0196,
    ageEgfr: 0.0169,
    survival: 0.9776,
  },
};

/** Intercept and slope that fit a model to the incidence of a region. */
type Scales = Readonly<Record<Region, Readonly<Record<Sex, readonly [intercept: number, slope: number]>>>>;

/** SCORE2 and SCORE2-Diabetes in Europe. */
const EUROPE: Scales = {
  low: { male: [-0.5699, 0.7476], female: [-0.738, 0.7019] },
  moderate: { male: [-0.1565, 0.8009], female: [-0.3143, 0.7701] },
  high: { male: [0.3207, 0.936], female: [0.571, 0.9369] },
  very_high: { male: [0.5836, 0.8294], female: [0.9412, 0.8329] },
};

/** SCORE2-OP in Europe. */
const EUROPE_OLDER: Scales = {
  low: { male: [-0.34, 1.19], female: [-0.52, 1.01] },
  moderate: { male: [0.01, 1.25], female: [-0.1, 1.1] },
  high: { male: [0.08, 1.15], female: [0.38, 1.09] },
  very_high: { male: [0.05, 0.7], female: [0.38, 0.69] },
};

/** SCORE2 Asia-Pacific. */
const ASIA_PACIFIC: Scales = {
  low: { male: [-0.375229965, 0.62020875], female: [-0.986572446, 0.536743779] },
  moderate: { male: [0.284885676, 0.778128607], female: [0.08278687, 0.718980326] },
  high: { male: [0.778231091, 0.844985356], female: [0.611474287, 0.703624072] },
  very_high: { male: [0.608975204, 0.679014197], female: [0.502751798, 0.555577072] },
};

/** Ten-year risk in percent by SCORE2, 40 to 69 years. */
export const score2Risk = (person: Person, region: Region): number =>
  calibrated(SCORE2[person.gender].survival, middleAged(SCORE2[person.gender], person), EUROPE[region][person.gender]);

/** Ten-year risk in percent by SCORE2 Asia-Pacific, 40 to 69 years. */
export const asiaPacificRisk = (person: Person, region: Region): number =>
  calibrated(
    SCORE2[person.gender].survival,
    middleAged(SCORE2[person.gender], person),
    ASIA_PACIFIC[region][person.gender],
  );

/** Ten-year risk in percent by SCORE2-OP, 70 to 89 years. */
export function olderPersonsRisk(person: Person, region: Region): number {
  const model = OLDER[person.gender];
  const sum = linear(model, person, {
    age: person.age - 73,
    systolic: person.systolic - 150,
    total: person.totalCholesterol - 6,
    hdl: person.hdlCholesterol - 1.4,
  });
  return calibrated(model.survival, sum - model.mean, EUROPE_OLDER[region][person.gender]);
}

/** Ten-year risk in percent by SCORE2-Diabetes, 40 to 69 years. */
export function diabetesRisk(person: Person, diabetes: Diabetes, region: Region): number {
  const model = DIABETES[person.gender];
  const age = (person.age - 60) / 5;
  const hba1c = (diabetes.hba1c - 31) / 9.34;
  const egfr = (Math.log(diabetes.egfr) - 4.5) / 0.15;
  const sum =
    middleAged(model, person) +
    model.diabetes +
    model.ageDiabetes * age +
    (model.ageAtDiagnosis * (diabetes.ageAtDiagnosis - 50)) / 5 +
    (model.hba1c + model.ageHba1c * age) * hba1c +
    (model.egfr + model.ageEgfr * age) * egfr +
    model.egfrSquared * egfr ** 2;
  return calibrated(model.survival, sum, EUROPE[region][person.gender]);
}

const middleAged = (model: Model, person: Person) =>
  linear(model, person, {
    age: (person.age - 60) / 5,
    systolic: (person.systolic - 120) / 20,
    total: person.totalCholesterol - 6,
    hdl: (person.hdlCholesterol - 1.3) / 0.5,
  });

/** The predictors of a model, centred. */
interface Centred {
  readonly age: number;
  readonly systolic: number;
  readonly total: number;
  readonly hdl: number;
}

function linear(model: Model, { smoker }: Person, { age, systolic, total, hdl }: Centred): number {
  return (
    model.age * age +
    (model.smoker + model.ageSmoker * age) * Number(smoker) +
    (model.systolic + model.ageSystolic * age) * systolic +
    (model.total + model.ageTotal * age) * total +
    (model.hdl + model.ageHdl * age) * hdl
  );
}

/** Percent of risk, fitted to a region: 1 − exp(−exp(k1 + k2 · ln(−ln(S^exp(x))))). */
function calibrated(survival: number, sum: number, [intercept, slope]: readonly [number, number]): number {
  const logHazard = Math.log(-Math.log(survival)) + sum;
  return -100 * Math.expm1(-Math.exp(intercept + slope * logHazard));
}
