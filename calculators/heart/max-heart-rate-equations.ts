import { tanaka2001 } from './sources.ts';

/** The equations for the highest heart rate at an age. */
export const maxHeartRateEquations = {
  tanaka: { formula: 'HRmax = 208 − 0.7 · age', sources: [tanaka2001] },
  fox: {
    formula: 'HRmax = 220 − age',
    sources: [
      {
        citation:
          'Fox SM, Naughton JP, Haskell WL. Physical activity and the prevention of coronary heart disease. Ann Clin Res 1971;3:404-432',
      },
    ],
    synonyms: ['haskell', '220_minus_age'],
  },
  gellish: { formula: 'HRmax = 207 − 0.7 · age', sources: [gellish2007()] },
  gellish_nonlinear: { formula: 'HRmax = 192 − 0.007 · age²', sources: [gellish2007()] },
  nes: {
    formula: 'HRmax = 211 − 0.64 · age',
    sources: [
      {
        citation:
          'Nes BM, Janszky I, Wisløff U, Støylen A, Karlsen T. Age-predicted maximal heart rate in healthy subjects: the HUNT Fitness Study. Scand J Med Sci Sports 2013;23:697-704',
        doi: '10.1111/j.1600-0838.2012.01445.x',
      },
    ],
  },
  gulati: {
    formula: 'HRmax = 206 − 0.88 · age (women)',
    sources: [
      {
        citation:
          'Gulati M, Shaw LJ, Thisted RA, Black HR, Bairey Merz CN, Arnsdorf MF. Heart rate response to exercise stress testing in asymptomatic women: the St. James Women Take Heart Project. Circulation 2010;122:130-137',
        doi: '10.1161/CIRCULATIONAHA.110.939249',
      },
    ],
  },
  inbar: {
    formula: 'HRmax = 205.8 − 0.685 · age',
    sources: [
      {
        citation:
          'Inbar O, Oren A, Scheinowitz M, Rotstein A, Dlin R, Casaburi R. Normal cardiopulmonary responses during incremental exercise in 20- to 70-yr-old men. Med Sci Sports Exerc 1994;26:538-546',
      },
    ],
  },
};

/** The linear and the nonlinear equation stand in one paper. */
function gellish2007() {
  return {
    citation:
      'Gellish RL, Goslin BR, Olson RE, McDonald A, Russi GD, Moudgil VK. Longitudinal modeling of the relationship between age and maximal heart rate. Med Sci Sports Exerc 2007;39:822-829',
    doi: '10.1097/mss.0b013e31803349c6',
  };
}

export type MaxHeartRateEquation = keyof typeof maxHeartRateEquations;

/** Highest heart rate in beats a minute at an age in years. */
export const MAX_HEART_RATE: Readonly<Record<MaxHeartRateEquation, (age: number) => number>> = {
  tanaka: (age) => 208 - 0.7 * age,
  fox: (age) => 220 - age,
  gellish: (age) => 207 - 0.7 * age,
  gellish_nonlinear: (age) => 192 - 0.007 * age ** 2,
  nes: (age) => 211 - 0.64 * age,
  gulati: (age) => 206 - 0.88 * age,
  inbar: (age) => 205.8 - 0.685 * age,
};

/** Youngest and oldest age in the sample of an equation. 220 − age has no sample of its own. */
const STUDIED: Partial<Record<MaxHeartRateEquation, readonly [number, number]>> = {
  tanaka: [18, 81],
  gellish: [30, 75],
  gellish_nonlinear: [30, 75],
  nes: [19, 89],
  gulati: [35, 93],
  inbar: [20, 70],
};

/** Whether an age lies outside the sample of the equation. */
export function isExtrapolated(equation: MaxHeartRateEquation, age: number): boolean {
  const [youngest, oldest] = STUDIED[equation] ?? [age, age];
  return age < youngest || age > oldest;
}
