/** Constants of the Magnus form over water (Alduchov & Eskridge 1996, AERK). */
const B = 17.625;
const C = 243.04;

/** Dew point in °C, from a temperature in °C and a relative humidity in percent above 0. */
export function dewPointOf(temperature: number, humidity: number): number {
  const gamma = Math.log(humidity / 100) + (B * temperature) / (C + temperature);
  return (C * gamma) / (B - gamma);
}
