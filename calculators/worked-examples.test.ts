import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './kit/index.ts';
import { standsOnBound } from './kit/testing/calculator.suite.ts';
import { builtIn } from './testing/built-in.fixture.ts';

const clinical = builtIn
  .filter(({ family }) => family.clinical)
  .map((calculator) => [calculator.name, calculator] as const);

/** Where an example comes from: a calculation by hand, a paper of a year, or the chart of the body itself. */
const ORIGIN = /^By hand: |\b(1[89]|20)\d\d\b|^Chart of |^Independent calculation/;

it('there are clinical calculators to look at', () => {
  expect(clinical.length).toBeGreaterThanOrEqual(50);
});

describe.each(clinical)('%s', (_, calculator) => {
  const { examples, equations, sources, output, family } = calculator;

  it('has at least three worked examples, each with its origin', () => {
    const worked = examples.filter(({ origin }) => ORIGIN.test(origin));
    expect(worked.length).toBe(examples.length);
    expect(new Set(worked.map(({ input }) => JSON.stringify(input))).size).toBeGreaterThanOrEqual(3);
  });

  it('has an example at the boundary of a class, if it has classes', () => {
    const hasClass = Object.keys(output.shape).some((name) => /(^|_)category$/.test(name));
    const atBoundary = examples.filter(({ input, origin }) => {
      const answer = calculator.answer(input, { detail: 'full' });
      // The classes of charts, such as NEWS2, are no classes of one number: the origin says where one begins.
      return 'body' in answer && (standsOnBound(answer.body) || /\bbegins\b/.test(origin));
    });
    if (hasClass) expect(atBoundary.length).toBeGreaterThan(0);
  });

  it('has a source with a DOI', () => {
    const cited = [...equations.flatMap(([, equation]) => equation.sources), ...sources];
    expect(cited.filter(({ doi }) => doi !== undefined).length).toBeGreaterThan(0);
    expect(cited.filter(({ doi }) => doi !== undefined && !/^10\.\d{4,}\/\S+$/.test(doi))).toEqual([]);
  });

  it('is in eight languages', () => {
    expect(LANGUAGES.length).toBe(8);
    expect(family.messages.languages).toEqual(LANGUAGES);
  });
});

it('the sources without a DOI are those that have none', () => {
  const cited = clinical.flatMap(([, { equations, sources }]) => [
    ...equations.flatMap(([, equation]) => equation.sources),
    ...sources,
  ]);
  const without = cited.filter(({ doi }) => doi === undefined).map(({ citation }) => citation.split(' ')[0]);
  expect([...new Set(without)].toSorted()).toEqual(['Fick', 'Hodges', 'McIsaac', 'Organ', 'Royal']);
});
