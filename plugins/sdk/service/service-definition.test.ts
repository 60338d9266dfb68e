import { expect, it } from 'vitest';
import { serviceSettings } from './service-definition.ts';

it('a service that says nothing gets the limits and times that the documentation states', () => {
  expect(serviceSettings({ urls: ['http://10.0.0.7:8090'] })).toEqual({
    urls: ['http://10.0.0.7:8090'],
    health: '/healthz',
    timeout: { connect: 500, answer: 5_000 },
    limits: { calculator: 64, instance: 256, waiting: 64 },
  });
});
