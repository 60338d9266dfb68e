import { macronutrients } from '../../../calculators/energy/macronutrients.ts';
import { calculated } from '../calculated.ts';
import { classicEndpoint } from '../endpoint.ts';
import { choice, text } from '../parameters.ts';

/**
 * Shares of the energy in percent by goal. They are a convention, and lie within the acceptable ranges of the Institute
 * of Medicine (carbohydrate 45 to 65, fat 20 to 35, protein 10 to 35).
 */
const SHARES = {
  maintenance: { carbohydrate: 50, fat: 30, protein: 20 },
  weight_loss: { carbohydrate: 45, fat: 30, protein: 25 },
  weight_gain: { carbohydrate: 50, fat: 25, protein: 25 },
};

/** Very active people burn more carbohydrate: this many percentage points move from fat to carbohydrate. */
const SHIFT = { sedentary: 0, moderately_active: 0, very_active: 5 };

/** The shares do not depend on the amount. */
const ANY_ENERGY = 2000;

/** Macronutrient distribution. */
export const mnd = classicEndpoint({
  path: 'mnd',
  title: 'Macronutrient distribution',
  parameters: {
    activity_level: choice('How active an ordinary day is', ['sedentary', 'moderately_active', 'very_active']),
    body_composition_goal: choice('Goal', ['weight_loss', 'maintenance', 'weight_gain'], {
      fat_loss: 'weight_loss',
      muscle_gain: 'weight_gain',
    }),
    dietary_preferences: text('Any text; "keto" or "ketogenic" in it asks for that diet'),
  },
  successor: {
    path: 'macronutrients',
    parameters: { activity_level: null, body_composition_goal: null, dietary_preferences: 'method' },
    fields: { carbohydrates: 'carbohydrate_percent', fats: 'fat_percent', proteins: 'protein_percent' },
    notes: [
      'v1 asks for `energy` and answers grams too; send `method=balanced` or `ketogenic`, or shares of your own.',
      'Percentages are numbers.',
    ],
  },
  example: { activity_level: 'sedentary', body_composition_goal: 'maintenance', dietary_preferences: 'none' },
  answer({ activity_level, body_composition_goal, dietary_preferences }) {
    const { carbohydrate, fat, protein } = SHARES[body_composition_goal];
    const shift = SHIFT[activity_level];
    const shares = /\bketo/i.test(dietary_preferences)
      ? ({ method: 'ketogenic' } as const)
      : { carbohydrate_share: carbohydrate + shift, fat_share: fat - shift, protein_share: protein };
    const found = calculated(macronutrients, { energy: ANY_ENERGY, ...shares });
    return {
      carbohydrates: `${found.carbohydrate_percent}%`,
      fats: `${found.fat_percent}%`,
      proteins: `${found.protein_percent}%`,
    };
  },
});
