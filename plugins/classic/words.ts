import { choice, choiceOrFirst, integer, number } from './parameters.ts';

const GENDERS = ['male', 'female'] as const;
const GENDER_SYNONYMS = { m: 'male', f: 'female' } as const;

/** Parameters that many classic endpoints share. */
export const gender = () => choice('Biological sex', GENDERS, GENDER_SYNONYMS);
export const age = () => integer('Age in completed years', 'years');
export const weightKg = () => number('Body weight', 'kg');
export const heightCm = () => number('Standing height', 'cm');
export const weightLb = () => number('Body weight', 'lb');
export const heightIn = () => number('Standing height', 'in');
export const units = (about: string) => choiceOrFirst(about, ['metric', 'imperial']);

/** The five activity levels, each with its own multiplier. */
export const activityLevel = () =>
  choice('How active an ordinary day is', [
    'sedentary',
    'lightly_active',
    'moderately_active',
    'very_active',
    'extra_active',
  ]);

const EQUATIONS = { mifflin: 'mifflin_st_jeor', harris: 'harris_benedict_1984' } as const;

/** The v1 method of a classic equation. */
export const methodOf = (equation: keyof typeof EQUATIONS) => EQUATIONS[equation];

/** "Moderately Active". */
export const titled = (word: string): string =>
  word
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' ');
