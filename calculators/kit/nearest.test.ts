import { expect, it } from 'vitest';
import { nearest } from './nearest.ts';

const names = ['weight', 'height', 'age', 'gender', 'activity_level', 'waist'];

it.each([
  ['hieght', 'height'],
  ['wieght', 'weight'],
  ['Weight', 'weight'],
  ['activitylevel', 'activity_level'],
  ['gendr', 'gender'],
  ['waist_circumference', 'waist'],
  ['activity', 'activity_level'],
])('%s is near %s', (typed, name) => {
  expect(nearest(typed, names)).toEqual([name]);
});

it('prefers a name with the same words to one that merely looks similar', () => {
  expect(nearest('age', ['date', 'age_months'])).toEqual(['age_months']);
});

it('suggests nothing if no name is close', () => {
  expect(nearest('colour', names)).toEqual([]);
  expect(nearest('', names)).toEqual([]);
  expect(nearest('x', ['y'])).toEqual([]);
});

it('lists the best first, and at most the given number', () => {
  expect(nearest('bmr', ['bmi', 'bmr', 'bai'], 2)).toEqual(['bmr', 'bmi']);
});
