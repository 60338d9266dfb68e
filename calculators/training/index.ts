import type { Calculator } from '../kit/index.ts';
import { acuteChronicWorkload } from './acute-chronic-workload.ts';
import { aerobicDecoupling } from './aerobic-decoupling.ts';
import { ageAdjustedTotal } from './age-adjusted-total.ts';
import { astrandCycle } from './astrand-cycle.ts';
import { beepTest } from './beep-test.ts';
import { bruceTreadmill } from './bruce-treadmill.ts';
import { cooperRun } from './cooper-run.ts';
import { criticalPower } from './critical-power.ts';
import { criticalSwimSpeed } from './critical-swim-speed.ts';
import { cyclingPower } from './cycling-power.ts';
import { functionalThresholdPower } from './functional-threshold-power.ts';
import { gripStrengthRatio } from './grip-strength-ratio.ts';
import { heartRateRatio } from './heart-rate-ratio.ts';
import { oneAndAHalfMileRun } from './one-and-a-half-mile-run.ts';
import { oneMileJog } from './one-mile-jog.ts';
import { oneRepMax } from './one-rep-max.ts';
import { powerliftingPoints } from './powerlifting-points.ts';
import { predictedVo2max } from './predicted-vo2max.ts';
import { queensCollegeStep } from './queens-college-step.ts';
import { raceTime } from './race-time.ts';
import { relativeStrength } from './relative-strength.ts';
import { rockportWalk } from './rockport-walk.ts';
import { ruffierDickson } from './ruffier-dickson.ts';
import { runningEconomy } from './running-economy.ts';
import { runningPace } from './running-pace.ts';
import { sinclairTotal } from './sinclair-total.ts';
import { sixMinuteWalk } from './six-minute-walk.ts';
import { stepsToDistance } from './steps-to-distance.ts';
import { swolf } from './swolf.ts';
import { trainingImpulse } from './training-impulse.ts';
import { trainingStressScore } from './training-stress-score.ts';
import { trainingVolume } from './training-volume.ts';
import { vdot } from './vdot.ts';
import { verticalJumpPower } from './vertical-jump-power.ts';

/** Every calculator of training and performance. */
export const trainingCalculators: readonly Calculator[] = [
  oneRepMax,
  powerliftingPoints,
  sinclairTotal,
  ageAdjustedTotal,
  relativeStrength,
  gripStrengthRatio,
  trainingVolume,
  verticalJumpPower,
  runningPace,
  raceTime,
  vdot,
  runningEconomy,
  cooperRun,
  oneAndAHalfMileRun,
  rockportWalk,
  oneMileJog,
  queensCollegeStep,
  heartRateRatio,
  bruceTreadmill,
  beepTest,
  astrandCycle,
  predictedVo2max,
  sixMinuteWalk,
  ruffierDickson,
  trainingImpulse,
  acuteChronicWorkload,
  aerobicDecoupling,
  functionalThresholdPower,
  trainingStressScore,
  criticalPower,
  cyclingPower,
  criticalSwimSpeed,
  swolf,
  stepsToDistance,
];
