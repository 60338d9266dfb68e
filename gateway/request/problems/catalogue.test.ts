import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MISTAKE_CODES, sdkMessages } from '../../../plugins/sdk/index.ts';
import { sampleProblem } from '../../web/docs/problem-samples.ts';
import { gatewayMessages, PROBLEMS, type ProblemCode } from './catalogue.ts';

const PAGES = new URL('../../../docs/errors/', import.meta.url);
const codes = Object.keys(PROBLEMS) as ProblemCode[];
const page = (code: string) => readFileSync(new URL(`${code}.md`, PAGES), 'utf8');

describe('the catalogue of problems', () => {
  it('has exactly one page for every code', () => {
    expect(readdirSync(PAGES).sort()).toEqual(codes.map((code) => `${code}.md`).sort());
  });

  it('has a title and a detail for every code, and no other text', () => {
    const keys = [...gatewayMessages.keys(), ...sdkMessages.keys()].filter((key) => key.startsWith('problems.'));
    expect([...new Set(keys.map((key) => key.split('.')[1]))].sort()).toEqual([...codes].sort());
    for (const code of codes) {
      expect(keys, code).toContain(`problems.${code}.title`);
      expect(keys, code).toContain(`problems.${code}.detail`);
    }
  });

  it.each(codes)('has the status and code of %s in the first line of its page', (code) => {
    expect(page(code).split('\n', 1)[0]).toBe(`# ${PROBLEMS[code]} ${code}`);
  });

  it.each(codes)('shows %s on its page as it is answered', (code) => {
    const [, example = ''] = /```json\n(.*?)```/s.exec(page(code)) ?? [];
    expect(JSON.parse(example)).toEqual(sampleProblem(code, 'en', 'https://api.example.com'));
  });

  it.each(codes)('explains on the page of %s its meaning and what to do', (code) => {
    const title = gatewayMessages.text('en', `problems.${code}.title`);
    expect(page(code).split('\n\n')[1]?.replaceAll('\n', ' ')).toMatch(new RegExp(`^${title}: .+\\.$`));
    expect(page(code)).toMatch(/^## What to do\n\n\S/m);
  });

  it('explains every kind of mistake in an input', () => {
    for (const code of MISTAKE_CODES) expect(page('invalid-parameters')).toContain(`\`${code}\``);
  });
});
