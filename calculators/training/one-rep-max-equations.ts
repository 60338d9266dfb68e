const leSuer = {
  citation:
    'LeSuer DA, McCormick JH, Mayhew JL, Wasserstein RL, Arnold MD. The accuracy of prediction equations for estimating 1-RM performance in the bench press, squat, and deadlift. J Strength Cond Res 1997;11:211-213',
};

/** Equations for the one-repetition maximum from a load lifted r times. */
export const oneRepMaxEquations = {
  epley: {
    formula: '1RM = load · (1 + r/30); r = 1: the load itself',
    sources: [{ citation: 'Epley B. Poundage chart. Boyd Epley Workout. Lincoln: Body Enterprises, 1985' }, leSuer],
  },
  brzycki: {
    formula: '1RM = load · 36 / (37 − r)',
    sources: [
      {
        citation: 'Brzycki M. Strength testing: predicting a one-rep max from reps-to-fatigue. JOPERD 1993;64:88-90',
        doi: '10.1080/07303084.1993.10606684',
      },
      leSuer,
    ],
  },
  lombardi: {
    formula: '1RM = load · r^0.10',
    sources: [{ citation: 'Lombardi VP. Beginning Weight Training. Dubuque: W.C. Brown, 1989' }, leSuer],
  },
  mayhew: {
    formula: '1RM = 100 · load / (52.2 + 41.9·e^(−0.055·r)); r = 1: the load itself',
    sources: [
      {
        citation:
          'Mayhew JL, Ball TE, Arnold MD, Bowen JC. Relative muscular endurance performance as a predictor of bench press strength in college men and women. J Appl Sport Sci Res 1992;6:200-206',
      },
      leSuer,
    ],
  },
  oconner: {
    formula: '1RM = load · (1 + 0.025·r); r = 1: the load itself',
    sources: [{ citation: "O'Conner B, Simmons J, O'Shea P. Weight Training Today. St Paul: West, 1989" }, leSuer],
    synonyms: ['oconnor', 'o_conner'],
  },
  wathan: {
    formula: '1RM = 100 · load / (48.8 + 53.8·e^(−0.075·r)); r = 1: the load itself',
    sources: [
      {
        citation:
          'Wathan D. Load assignment. In: Baechle TR (ed). Essentials of Strength Training and Conditioning. Champaign: Human Kinetics, 1994:435-446',
      },
      leSuer,
    ],
  },
  lander: {
    formula: '1RM = 100 · load / (101.3 − 2.67123·r); r = 1: the load itself',
    sources: [{ citation: 'Lander J. Maximum based on reps. NSCA J 1985;6:60-61' }, leSuer],
  },
};

export type OneRepMaxEquation = keyof typeof oneRepMaxEquations;

/** Load for r repetitions as a share of the load for one. */
const SHARES: Readonly<Record<OneRepMaxEquation, (repetitions: number) => number>> = {
  epley: (r) => 1 / (1 + r / 30),
  brzycki: (r) => (37 - r) / 36,
  lombardi: (r) => 1 / r ** 0.1,
  mayhew: (r) => (52.2 + 41.9 * Math.exp(-0.055 * r)) / 100,
  oconner: (r) => 1 / (1 + 0.025 * r),
  wathan: (r) => (48.8 + 53.8 * Math.exp(-0.075 * r)) / 100,
  lander: (r) => (101.3 - 2.67123 * r) / 100,
};

/** Share of the maximum for a number of repetitions. It is 1 for one repetition, which some equations miss. */
export function shareOfOneRepMax(equation: OneRepMaxEquation, repetitions: number): number {
  return repetitions === 1 ? 1 : SHARES[equation](repetitions);
}
