import { toImperial, type UnitSystem } from '../../calculators/kit/index.ts';

/**
 * A number as the older service wrote it, with one decimal at least and `most` at most. It is rounded from the binary
 * value: 80 kg at 160 cm is "31.2 kg/m²", not 31.3.
 */
export function decimal(value: number, most: number): string {
  const text = value.toFixed(most).replace(/0+$/, '');
  return text.endsWith('.') ? `${text}0` : text;
}

/** "80.0 kg", or "176.4 lb". */
export const weightText = (kilograms: number, units: UnitSystem = 'metric'): string =>
  units === 'metric' ? `${decimal(kilograms, 2)} kg` : `${decimal(toImperial('mass', kilograms), 1)} lb`;

/** "1.6 m", or "63.0 in". */
export const heightText = (centimetres: number, units: UnitSystem = 'metric'): string =>
  units === 'metric' ? `${decimal(centimetres / 100, 3)} m` : `${decimal(toImperial('length', centimetres), 1)} in`;

/** "31.2 kg/m²", whichever units the inputs have. */
export const bmiText = (bmi: number): string => `${bmi.toFixed(1)} kg/m²`;

/** "26.59 %". */
export const percentText = (percent: number): string => `${percent.toFixed(2)} %`;

/** "1767.5 kcal/day". */
export const energyText = (kcal: number): string => `${decimal(kcal, 2)} kcal/day`;
