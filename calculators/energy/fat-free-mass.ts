import { implausible, OutsideValidity, reaches } from '../kit/index.ts';
import { FAT_FREE_MASS_KG } from '../kit/people.ts';
import { requiredWithout } from './required-without.ts';

/** A body with its fat-free mass, or with the weight and body fat to calculate it from. */
export interface LeanBody {
  readonly weight?: number | undefined;
  readonly body_fat?: number | undefined;
  readonly fat_free_mass?: number | undefined;
}

/**
 * Fat-free mass in kg, as given or from weight and body fat.
 *
 * @throws InputRefused if neither is given
 * @throws OutsideValidity if both are given, or the fat-free mass is not below the weight
 * @throws ImplausibleResult if the weight and body fat leave more than a body has
 */
export function fatFreeMass(body: LeanBody): number {
  const { weight, body_fat, fat_free_mass } = body;
  if (fat_free_mass === undefined) {
    const known = requiredWithout('fat_free_mass', body, ['weight', 'body_fat']);
    const mass = known.weight * (1 - known.body_fat / 100);
    if (mass > FAT_FREE_MASS_KG.max) {
      const number = { name: 'fat_free_mass_kg', unit: 'kg', value: mass, bounds: FAT_FREE_MASS_KG };
      throw implausible(number, ['weight', 'body_fat']);
    }
    return mass;
  }
  if (body_fat !== undefined) throw new OutsideValidity('fat_free_mass', 'fat_free_mass_given_twice');
  if (weight !== undefined && reaches(fat_free_mass, weight)) {
    throw new OutsideValidity('fat_free_mass', 'fat_free_mass_below_weight');
  }
  return fat_free_mass;
}
