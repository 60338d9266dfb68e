import { expect, it } from 'vitest';
import { classTable, field, result } from './index.ts';

/** Calls of plain JavaScript, which no compiler has checked. */
const wrong: Readonly<Record<string, readonly [() => unknown, string]>> = {
  'a missing bound': [() => field.mass({ min: 2 } as never), 'got min 2, max undefined'],
  'no bounds': [() => field.quantity(undefined as never), 'got min undefined, max undefined'],
  'bounds in the wrong order': [() => field.age({ min: 90, max: 18 }), 'got min 90, max 18'],
  'a bound that is no number': [() => field.length({ min: '40', max: 250 } as never), 'two numbers'],
  'an infinite bound': [() => field.distance({ min: 0, max: Number.POSITIVE_INFINITY }), 'got min 0, max Infinity'],
  'a choice without words': [() => field.choice([] as never), 'got []'],
  'a word twice': [() => field.choice(['a', 'b', 'a']), 'got ["a","b","a"]'],
  'a word that is no text': [() => result.key(['a', 1] as never), 'got ["a",1]'],
  'a date that does not exist': [() => field.date({ first: '2023-02-29', last: '2024-01-01' }), 'got 2023-02-29'],
  'dates in the wrong order': [() => field.date({ first: '2024-01-01', last: '2023-01-01' }), 'in this order'],
  'a series of half a number': [() => field.series({ min: 0, max: 1 }, { least: 1.5, most: 2 }), 'least must be'],
  'a series with most below least': [() => field.series({ min: 0, max: 1 }, { least: 3, most: 2 }), 'most must be'],
  'decimals below zero': [() => result.rounded(-1), 'decimals must be a whole number from 0 to 12; got -1'],
  'decimals that are no number': [() => result.rounded('2' as never), 'decimals must be'],
  'a class at no number': [() => classTable({ low: '1' as never }), 'class low must start at a number'],
};

it.each(Object.entries(wrong))('%s is refused when a calculator is declared', (_, [declare, message]) => {
  expect(declare).toThrow(message);
});
