import { implausible, OutsideValidity } from '../kit/index.ts';

export const danielsGilbert = {
  formula:
    'VDOT = (−4.60 + 0.182258·v + 0.000104·v²) / (0.8 + 0.1894393·e^(−0.012778·t) + 0.2989558·e^(−0.1932605·t)); v in m/min, t in min',
  sources: [
    { citation: 'Daniels J, Gilbert J. Oxygen Power: Performance Tables for Distance Runners. Tempe, 1979' },
    { citation: "Daniels J. Daniels' Running Formula, 3rd ed. Champaign: Human Kinetics, 2014" },
  ],
  synonyms: ['vdot', 'daniels'],
};

/** Distances in m that the tables of Daniels and Gilbert cover. */
export const RACES = { min: 800, max: 50_000 };

/** The bounds of VDOT. One beyond them comes from a wrong distance or time. */
export const VDOT = { min: 10, max: 100 };

/** Oxygen uptake of running at v m/min, in mL/kg/min. */
const oxygenCost = (v: number) => -4.6 + 0.182258 * v + 0.000104 * v ** 2;

/** Share of the maximal oxygen uptake that is sustainable for t minutes. It is above 1 for the shortest races. */
const heldShare = (t: number) => 0.8 + 0.1894393 * Math.exp(-0.012778 * t) + 0.2989558 * Math.exp(-0.1932605 * t);

/** VDOT of a race over m metres in s seconds. The result is not checked. */
const vdotOf = (distance: number, time: number) => oxygenCost(distance / (time / 60)) / heldShare(time / 60);

/**
 * VDOT, the effective maximal oxygen uptake in mL/kg/min, of a race.
 *
 * @param distance in m
 * @param time in s
 * @throws OutsideValidity if the tables do not cover the distance
 * @throws ImplausibleResult if no runner has this VDOT
 */
export function vdotOfRace(distance: number, time: number): number {
  coveredRace('distance', distance);
  const vdot = vdotOf(distance, time);
  if (vdot < VDOT.min || vdot > VDOT.max) {
    throw implausible({ name: 'vdot', unit: '', value: vdot, bounds: VDOT }, ['distance', 'time']);
  }
  return vdot;
}

/** @throws OutsideValidity if the tables do not cover the distance */
export function coveredRace(field: string, distance: number): void {
  if (distance < RACES.min || distance > RACES.max) throw new OutsideValidity(field, 'uncovered_race', { ...RACES });
}

/** Running speed in m/min at an oxygen uptake in mL/kg/min. */
export function speedAt(oxygen: number): number {
  return (-0.182258 + Math.sqrt(0.182258 ** 2 + 4 * 0.000104 * (4.6 + oxygen))) / (2 * 0.000104);
}

/** Halvings after which the time is exact in a double. */
const HALVINGS = 60;

/**
 * Time in s over a distance in m by a runner of a VDOT: bisection, because the equation cannot be solved for the time.
 * VDOT falls strictly as the time over a distance grows.
 */
export function timeOfVdot(vdot: number, distance: number): number {
  // 1000 m/min is beyond any runner, and at 26 m/min running takes next to no oxygen.
  let fast = (distance / 1000) * 60;
  let slow = (distance / 26) * 60;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (fast + slow) / 2;
    if (vdotOf(distance, middle) > vdot) fast = middle;
    else slow = middle;
  }
  return (fast + slow) / 2;
}
