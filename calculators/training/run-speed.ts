import { implausible } from '../kit/index.ts';

/**
 * The highest mean speed in km/h from each distance in m on, the longest first: the world records of men of 2025 with
 * about 7 % more, which leaves room for a course downhill.
 */
const FASTEST: readonly (readonly [from: number, speed: number])[] = [
  // 6:05:35
  [100_000, 17.5],
  // 2:00:35
  [42_195, 22.5],
  // 26:11.00
  [10_000, 24.5],
  // 12:35.36
  [5000, 25.5],
  // 3:26.00
  [1500, 28],
  // 1:40.91
  [800, 30.5],
];
/** 400 m in 43.03 s are 33.5 km/h. */
const FASTEST_SPRINT = 36;

/** The slowest walkers. */
const SLOWEST = 0.5;

/**
 * Refuses a race faster than the records. The bounds of a result cannot depend on the distance, so they cannot say this.
 *
 * @param distance in m, 400 or more
 * @param time in s
 * @param inputs the inputs that they follow from, by name
 * @throws ImplausibleResult if the mean speed is beyond the records
 */
export function requireRunSpeed(distance: number, time: number, inputs: readonly string[]): void {
  const fastest = FASTEST.find(([from]) => distance >= from)?.[1] ?? FASTEST_SPRINT;
  const speed = (3.6 * distance) / time;
  if (speed < SLOWEST || speed > fastest) {
    const bounds = { min: SLOWEST, max: fastest };
    throw implausible({ name: 'speed_kmh', unit: 'km/h', value: speed, bounds }, inputs);
  }
}
