import { calculatorSuite } from '../kit/testing/calculator.suite.ts';
import { mealCalories } from './meal-calories.ts';
import cases from './reference/meal-calories.json' with { type: 'json' };

calculatorSuite(mealCalories, {
  contract: {
    since: 'classic',
    inputs: ['carbohydrate', 'protein', 'fat', 'alcohol', 'fiber'],
  },
  reference: cases,
  rises: { energy_kcal: ['carbohydrate', 'protein', 'fat', 'alcohol', 'fiber'], fat_percent: ['fat'] },
  falls: { fat_percent: ['protein'] },
});
