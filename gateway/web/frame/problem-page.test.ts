import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { directionOf, LANGUAGES } from '../../../calculators/kit/index.ts';
import { PROBLEMS, type ProblemCode } from '../../request/problems/catalogue.ts';
import type { Problem } from '../../request/respond/respond.ts';
import { problemPages } from './problem-page.ts';

const CODES = Object.entries(PROBLEMS) as [ProblemCode, number][];
const PROBLEM: Problem = {
  code: 'not-found',
  status: 404,
  title: 'Not found',
  detail: 'There is nothing at this address.',
  language: 'en',
  path: '/a/b',
  requestId: 'a-1',
  mistakes: [],
};

const site = { baseUrl: 'https://api.example.com', signIn: true, hasHome: true };
const requestWith = (headers: IncomingMessage['headers']) => ({ headers }) as IncomingMessage;
const pageOf = (changed: object, of = site) =>
  problemPages(of)(requestWith({}), { ...PROBLEM, ...changed }).body.toString();

describe('the page of a problem', () => {
  it.each(LANGUAGES)('says what went wrong, and leads home and to the explanation, in %s', (language) => {
    for (const [code, status] of CODES) {
      const page = pageOf({ code, status, language });
      expect(page).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
      expect(page).toContain(`<p class="status">${status}</p>\n<h1>Not found</h1>`);
      expect(page).toContain(`href="../?lang=${language}"`);
      expect(page).toContain(`href="../docs/errors/${code}?lang=${language}"`);
    }
  });

  it.each([
    ['/', './docs/'],
    ['/a', './docs/'],
    ['/api/v1/bmi', '../../docs/'],
    ['//a', '../docs/'],
  ])('at %s finds its files at %s', (path, files) => {
    expect(pageOf({ path })).toContain(`<link rel="stylesheet" href="${files}assets/`);
  });

  it('takes no part of the path into an address', () => {
    const page = pageOf({ path: '/x/javascript:alert(1)"><b>' });
    expect(page).not.toContain('javascript:');
    expect(page).not.toContain('<b>');
  });

  it('does not lead home where there is none', () => {
    const page = pageOf({}, { ...site, hasHome: false });
    expect(page).not.toContain('Home page');
    expect(page).toContain('<a class="brand" href="../docs?lang=en">');
  });

  it('is compressed, and may load only its own files', () => {
    const { headers, body } = problemPages(site)(requestWith({ 'accept-encoding': 'gzip' }), PROBLEM);
    const named = Object.fromEntries(headers.flatMap((name, at) => (at % 2 ? [] : [[name, headers[at + 1]]])));
    expect(named).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept, Accept-Language, Accept-Encoding' });
    expect(named['Content-Security-Policy']).toContain("default-src 'none'");
    expect(body.subarray(0, 2)).toEqual(Buffer.of(0x1f, 0x8b));
  });
});
