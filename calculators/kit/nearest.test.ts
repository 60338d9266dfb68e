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

it('prefers a name that says more of the same to one that merely looks alike', () => {
  expect(nearest('age', ['date', 'age_months'])).toEqual(['age_months']);
});

it('suggests nothing for what is near nothing', () => {
  expect(nearest('colour', names)).toEqual([]);
  expect(nearest('', names)).toEqual([]);
  expect(nearest('x', ['y'])).toEqual([]);
});

it('answers the best first, as many as asked for', () => {
  expect(nearest('bmr', ['bmi', 'bmr', 'bai'], 2)).toEqual(['bmr', 'bmi']);
});
