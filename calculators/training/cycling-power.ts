import { z } from 'zod';
import { defineCalculator, field, OutsideValidity, parts, result } from '../kit/index.ts';
import { training } from './family.ts';

const martin = {
  citation:
    'Martin JC, Milliken DL, Cobb JE, McFadden KL, Coggan AR. Validation of a mathematical model for road cycling power. J Appl Biomech 1998;14:276-291',
  doi: '10.1123/jab.14.3.276',
};

/** Acceleration of gravity as the paper prints it, in m/s². */
const GRAVITY = 9.81;

const KMH_PER_M_S = 3.6;

/** Power for a steady speed on a bicycle. */
export const cyclingPower = defineCalculator({
  name: 'cycling-power',
  family: training,
  since: 'v1.0.0',
  input: z.object({
    weight: field.mass({ min: 20, max: 350 }),
    speed: field.speed({ min: 1, max: 120 }),
    grade: field.percentage({ min: -30, max: 40 }).default(0),
    headwind: field.speed({ min: -100, max: 100 }).default(0),
    rolling_resistance: field.quantity({ min: 0.001, max: 0.05 }).default(0.004),
    drag_area: field.quantity({ min: 0.05, max: 2 }, 'm²', 'm2').default(0.32),
    air_density: field.quantity({ min: 0.3, max: 1.6 }, 'kg/m³', 'kg_per_m3').default(1.225),
    drivetrain_efficiency: field.quantity({ min: 0.7, max: 1 }).default(0.976),
  }),
  output: z.object({
    power_w: result.watts(),
    air_drag_w: result.watts(),
    rolling_resistance_w: result.watts(),
    gravity_w: result.watts(),
    drivetrain_loss_w: result.watts(),
  }),
  profile: [
    'weight',
    'speed',
    'grade',
    'headwind',
    'rolling_resistance',
    'drag_area',
    'air_density',
    'drivetrain_efficiency',
  ],
  equations: {
    martin: {
      formula:
        'P = [m·g·(sin θ + Crr·cos θ) + ½·ρ·CdA·(v + w)²] · v / η; tan θ = grade / 100, v speed and w headwind in m/s; a tailwind faster than the rider pushes',
      sources: [martin],
    },
  },
  picture: parts('air_drag_w', 'rolling_resistance_w', 'gravity_w', 'drivetrain_loss_w'),
  examples: [
    {
      input: { weight: 80, speed: 36 },
      output: {
        power_w: 232.98,
        air_drag_w: 196,
        rolling_resistance_w: 31.39,
        gravity_w: 0,
        drivetrain_loss_w: 5.59,
      },
      origin:
        'By hand: 80 · 9.81 · 0.004 = 3.1392 N; ½ · 1.225 · 0.32 · 100 = 19.6 N; 22.7392 · 10 / 0.976 = 232.984 W',
    },
    {
      input: { weight: 75, speed: 18, grade: 8 },
      output: { power_w: 340.71, gravity_w: 293.36 },
      origin: 'Independent calculation with 50 digits: 340.7079 W, of which gravity 293.3627 W',
    },
    {
      input: { weight: 80, speed: 36, headwind: -36 },
      output: { power_w: 32.16, air_drag_w: 0, rolling_resistance_w: 31.39 },
      origin: 'By hand: with the wind from behind at the own speed there is no drag; 31.392 / 0.976 = 32.1639 W',
    },
    {
      input: { weight: 80, speed: 36, drivetrain_efficiency: 1, drag_area: 0.25 },
      output: { power_w: 184.52, drivetrain_loss_w: 0 },
      origin: 'By hand: (3.1392 + ½ · 1.225 · 0.25 · 100) · 10 = (3.1392 + 15.3125) · 10 = 184.517 W',
    },
  ],
  calculate(ride) {
    const speed = ride.speed / KMH_PER_M_S;
    const airSpeed = speed + ride.headwind / KMH_PER_M_S;
    const slope = Math.atan(ride.grade / 100);
    const heaviness = ride.weight * GRAVITY;
    const gravity = heaviness * Math.sin(slope) * speed;
    const rolling = heaviness * ride.rolling_resistance * Math.cos(slope) * speed;
    const drag = 0.5 * ride.air_density * ride.drag_area * airSpeed * Math.abs(airSpeed) * speed;
    const atWheel = gravity + rolling + drag;
    if (atWheel < 0) throw new OutsideValidity(ride.grade < 0 ? 'grade' : 'headwind', 'cycling-power.rolls_by_itself');
    const power = atWheel / ride.drivetrain_efficiency;
    return {
      power_w: power,
      air_drag_w: drag,
      rolling_resistance_w: rolling,
      gravity_w: gravity,
      drivetrain_loss_w: power - atWheel,
    };
  },
  explain: () => ({ notes: ['cycling-power.steady'] }),
});
