import { expect, it } from 'vitest';
import { marketplacesOf } from './marketplaces-file.ts';

const good = {
  name: 'market',
  url: 'https://market.example',
  hosts: ['health.market.example'],
  mode: 'key',
  plans: { BASIC: 'free' },
};
const read = (...entries: object[]) => marketplacesOf('m.json', JSON.stringify(entries));

it('fills in the default header names, in lower case', () => {
  expect(read({ ...good, headers: { user: 'X-RapidAPI-User' } })).toEqual([
    {
      ...good,
      headers: {
        key: 'x-marketplace-key',
        host: 'x-marketplace-host',
        proxySecret: 'x-marketplace-proxy-secret',
        user: 'x-rapidapi-user',
        subscription: 'x-marketplace-subscription',
      },
      secrets: [],
      defaultPlan: null,
      mostConsumers: 100_000,
      owner: null,
    },
  ]);
});

it('names every mistake at once', () => {
  const bad = {
    name: 'Market',
    url: 'market',
    hosts: ['Health.example', 'https://x.example', 'x.example:80'],
    mode: 'both',
    headers: { key: 'X-API-Key', colour: 'X-Colour' },
    secrets: ['short'],
    plans: { BASIC: '' },
    more: 1,
  };
  const telling = () => read(bad);
  for (const place of [
    'name',
    'url',
    'hosts.0',
    'hosts.1',
    'hosts.2',
    'mode',
    'headers.key',
    'secrets.0',
    'plans.BASIC',
  ]) {
    expect(telling).toThrow(`0.${place}:`);
  }
  expect(telling).toThrow('colour');
  expect(telling).toThrow('more');
});

it.each([
  ['a name twice', [good, { ...good, hosts: ['b.example'] }], 'name: market twice'],
  ['a host twice', [good, { ...good, name: 'b' }], 'hosts: health.market.example twice'],
  ['two equal header names', [{ ...good, headers: { user: 'X-Marketplace-Key' } }], 'two of them have the same name'],
  [
    'a header with two meanings',
    [good, { ...good, name: 'b', hosts: ['b.example'], headers: { user: 'X-Marketplace-Key', key: 'X-Other' } }],
    'headers: x-marketplace-key has two meanings',
  ],
  ['secrets in mode key', [{ ...good, secrets: ['0123456789abcdef'] }], 'market: secrets are for mode proxy'],
  ['no plan at all', [{ ...good, plans: {} }], 'market: neither plans nor defaultPlan'],
])('refuses %s', (_what, entries, message) => {
  expect(() => read(...entries)).toThrow(message);
});

it('never repeats a secret, in invalid JSON or for two equal secrets', () => {
  const secret = 'very-secret-0123456789';
  const text = () => marketplacesOf('m.json', `[{"secrets": ["${secret}", }]`);
  expect(text).toThrow('not JSON');
  expect(text).not.toThrow(secret);
  const same = () => read({ ...good, mode: 'proxy', secrets: [secret, secret] });
  expect(same).toThrow('the same secret twice');
  expect(same).not.toThrow(secret);
});
