import { expect, it } from 'vitest';
import { isAdminHost } from './admin-hosts.ts';

const NAMES = ['gateway', 'metrics.example.com'];

it.each([
  '127.0.0.1',
  '127.0.0.1:9464',
  '10.0.0.7:80',
  '[::1]',
  '[::1]:9464',
  '[2001:db8::7]:9464',
  'localhost',
  'LOCALHOST:9464',
  'gateway:9464',
  'Metrics.Example.com',
  undefined,
])('the admin server answers under %s', (host) => {
  expect(isAdminHost(host, NAMES)).toBe(true);
});

it.each([
  'evil.example',
  'evil.example:9464',
  'localhost.evil.example',
  'localhost.',
  '127.0.0.1.evil.example',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '::1',
  '[127.0.0.1]',
  '[::1',
  '[::1]x',
  'gateway:9464:1',
  'gateway:x',
  'a@gateway',
  'gateway, evil.example',
  ' gateway',
  '',
])('the admin server refuses the host %j', (host) => {
  expect(isAdminHost(host, NAMES)).toBe(false);
});
