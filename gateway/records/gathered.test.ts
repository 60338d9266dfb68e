import { expect, it } from 'vitest';
import { gathered, padded } from './gathered.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `q${index}`);

it('asks the questions of one turn together, and those of the next turn apart', async () => {
  const asked: (readonly string[])[] = [];
  const ask = gathered(async (questions: readonly string[]) => {
    asked.push(questions);
    return questions.map((question) => `${question}!`);
  });
  expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['a!', 'b!', 'a!']);
  expect(await ask('c')).toBe('c!');
  expect(asked).toEqual([['a', 'b', 'a'], ['c']]);
});

it('asks at most 64 questions at a time', async () => {
  const sizes: number[] = [];
  const ask = gathered(async (questions: readonly string[]) => {
    sizes.push(questions.length);
    return questions;
  });
  expect(await Promise.all(names(130).map(ask))).toEqual(names(130));
  expect(sizes).toEqual([64, 64, 2]);
});

it('fails the question that cannot be answered, and no other', async () => {
  const ask = gathered(async (questions: readonly string[]) => {
    if (questions.includes('q3')) throw new Error('corrupt');
    return questions;
  });
  const outcomes = await Promise.allSettled(names(65).map(ask));
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([3]);
});

it('fills the smallest query with room', () => {
  expect(padded(['a'])).toEqual({ size: 1, parameters: ['a'] });
  expect(padded(['a', 'b'])).toEqual({ size: 8, parameters: ['a', 'b', 'b', 'b', 'b', 'b', 'b', 'b'] });
  expect(padded(names(9))).toMatchObject({ size: 64, parameters: expect.toSatisfy((all) => all.length === 64) });
  expect(() => padded(names(65))).toThrow('65 questions are no query');
  expect(() => padded([])).toThrow('0 questions are no query');
});
