/**
 * Pressure of the water vapour in hPa at a temperature in °C and a relative humidity in percent, as the Australian
 * Bureau of Meteorology calculates it for its thermal comfort indices.
 */
export const vapourPressure = (temperature: number, humidity: number): number =>
  (humidity / 100) * 6.105 * Math.exp((17.27 * temperature) / (237.7 + temperature));
