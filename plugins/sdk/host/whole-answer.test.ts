import { expect, it } from 'vitest';
import { definePlugin } from '../plugin/define-plugin.ts';
import { hostPlugin } from './host.ts';
import { wholeAnswer } from './whole-answer.ts';

const good = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}', problem: null };

it('passes a whole answer on as it is', () => {
  expect(wholeAnswer(good)).toBe(good);
});

it.each([
  ['nothing', () => undefined, 'must return an answer'],
  ['a promise', () => Promise.reject(new Error('late')), 'must not be async'],
  ['no status', () => ({ ...good, status: undefined }), 'the status undefined'],
  ['a status out of range', () => ({ ...good, status: 99 }), 'the status 99'],
  ['a body that is an object', () => ({ ...good, body: {} }), 'a body that is not a text'],
  ['no problem member', () => ({ ...good, problem: undefined }), 'neither a code nor null'],
  ['no headers', () => ({ ...good, headers: undefined }), 'no headers'],
  ['a header with a line break', () => ({ ...good, headers: { 'X-A': 'a\r\nX-B: b' } }), 'Invalid character in header'],
  ['a header name with a blank', () => ({ ...good, headers: { 'X A': 'a' } }), 'valid HTTP token'],
])('refuses %s', (_, returned, message) => {
  expect(() => wholeAnswer(returned() as never)).toThrow(message);
});

it('holds for every endpoint that a plugin answers itself', () => {
  const respond = (async () => good) as never;
  const endpoints = [{ name: 'lean', methods: ['GET'], languages: ['en'], respond }] as const;
  const plugin = definePlugin({ name: 'old', version: '1.0.0', mount: '/old', channels: ['direct'], endpoints });
  const [endpoint] = hostPlugin(plugin, 'http://x');
  const request = { method: 'GET', query: [], contentType: undefined, body: null, language: 'en' } as const;
  expect(() => endpoint?.respond({ ...request, authenticated: true, requestId: 'r' })).toThrow('must not be async');
});
