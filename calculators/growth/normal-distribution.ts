/**
 * The standard normal distribution. Near its middle the density times a series, in the tails a continued fraction
 * (Abramowitz & Stegun, Handbook of Mathematical Functions, 1964, 26.2.11 and 26.2.14): 12 digits or more.
 */
const SERIES_TO = 3;

const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Share of a standard normal population below `z`, from 0 to 1. */
export function cumulative(z: number): number {
  if (z < -SERIES_TO) return density(z) / hazardInTail(-z);
  if (z > SERIES_TO) return 1 - density(z) / hazardInTail(z);
  let term = z;
  let sum = z;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return 0.5 + density(z) * sum;
}

/** Natural logarithm of the share above a `z` of 0 or more. It is exact even where the share underflows to zero. */
export function logShareAbove(z: number): number {
  if (z <= SERIES_TO) return Math.log(cumulative(-z));
  return (-z * z) / 2 - Math.log(Math.sqrt(2 * Math.PI) * hazardInTail(z));
}

/**
 * The `z` above which a share of the population lies: Newton's method on the logarithm, which is concave, so that it
 * converges from anywhere.
 *
 * @param logShare natural logarithm of the share, at most ln 0.5
 */
export function zOfShareAbove(logShare: number): number {
  let z = 0;
  for (let step = 0; step < 100; step += 1) {
    const hazard = z > SERIES_TO ? hazardInTail(z) : density(z) / cumulative(-z);
    const change = (logShareAbove(z) - logShare) / hazard;
    z += change;
    if (Math.abs(change) <= 1e-14 * Math.max(1, z)) break;
  }
  return z;
}

/** Density divided by the share above. The fraction is evaluated from the inside. */
function hazardInTail(z: number): number {
  let fraction = z;
  for (let level = 60; level >= 1; level -= 1) fraction = z + level / fraction;
  return fraction;
}
