import type { Calculator } from '../kit/index.ts';
import { basalMetabolicRateCalculator } from './basal-metabolic-rate.ts';
import { caffeine } from './caffeine.ts';
import { calorieTarget } from './calorie-target.ts';
import { caloriesBurned } from './calories-burned.ts';
import { carbohydrateIntake } from './carbohydrate-intake.ts';
import { energyAvailability } from './energy-availability.ts';
import { estimatedEnergyRequirement } from './estimated-energy-requirement.ts';
import { exerciseOxygenCost } from './exercise-oxygen-cost.ts';
import { fatIntake } from './fat-intake.ts';
import { fiberIntake } from './fiber-intake.ts';
import { glycemicLoad } from './glycemic-load.ts';
import { glycogenReplenishment } from './glycogen-replenishment.ts';
import { loadCarriage } from './load-carriage.ts';
import { macronutrients } from './macronutrients.ts';
import { mealCalories } from './meal-calories.ts';
import { netCarbohydrates } from './net-carbohydrates.ts';
import { proteinRequirement } from './protein-requirement.ts';
import { respiratoryQuotient } from './respiratory-quotient.ts';
import { restingMetabolicRateRatio } from './resting-metabolic-rate-ratio.ts';
import { saltToSodium } from './salt-to-sodium.ts';
import { sugarLimit } from './sugar-limit.ts';
import { tdee } from './tdee.ts';
import { waterIntake } from './water-intake.ts';
import { weightChangePlan } from './weight-change-plan.ts';

/** Every calculator of energy and nutrition. */
export const energyCalculators: readonly Calculator[] = [
  basalMetabolicRateCalculator,
  tdee,
  calorieTarget,
  estimatedEnergyRequirement,
  weightChangePlan,
  macronutrients,
  carbohydrateIntake,
  fatIntake,
  proteinRequirement,
  fiberIntake,
  sugarLimit,
  netCarbohydrates,
  mealCalories,
  glycemicLoad,
  glycogenReplenishment,
  saltToSodium,
  waterIntake,
  caffeine,
  caloriesBurned,
  exerciseOxygenCost,
  loadCarriage,
  respiratoryQuotient,
  energyAvailability,
  restingMetabolicRateRatio,
];
