import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCalculator } from './define.ts';
import { defineFamily } from './family.ts';
import { quantity } from './fields.ts';
import { LANGUAGES } from './languages.ts';
import { rounded } from './outputs.ts';

const MESSAGES = new URL('./messages/', import.meta.url);

/** A calculator that answers with its input. */
const echo = (facts: { readonly clinical?: true }) =>
  defineCalculator({
    name: 'echo',
    family: defineFamily('test', MESSAGES, facts),
    since: 'v1.0.0',
    input: z.object({ load: quantity({ min: 1, max: 100 }) }),
    output: z.object({ load: rounded(1) }),
    profile: [],
    equations: { echo: { formula: 'load', sources: [] } },
    examples: [],
    calculate: ({ load }) => ({ load }),
  });

it('every answer of a clinical family says in its language that it is not for diagnosis', () => {
  const notices = LANGUAGES.map(
    (language) => Object(echo({ clinical: true }).answer({ load: 5 }, { language })).body.notice,
  );
  expect(notices[0]).toContain('Not for diagnosis');
  expect(new Set(notices).size).toBe(LANGUAGES.length);
});

it('an answer of another family has no notice', () => {
  expect(echo({}).answer({ load: 5 })).toEqual({ body: { load: 5, profile: {}, language: 'en' } });
});
