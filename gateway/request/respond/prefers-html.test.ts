import { expect, it } from 'vitest';
import { prefersHtml } from './prefers-html.ts';

it.each([
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/json;q=0.5',
  'text/html',
])('a page for people: %s', (accept) => expect(prefersHtml(accept)).toBe(true));

it.each([
  undefined,
  '*/*',
  '',
  'application/json',
  'application/problem+json, */*',
  'application/json, text/plain, */*',
  'application/json, text/html',
  'text/html;q=0.5, application/json',
  'text/html;q=0, */*',
  'text/*',
  'application/xhtml+xml',
])('a problem for programs: %s', (accept) => expect(prefersHtml(accept)).toBe(false));
