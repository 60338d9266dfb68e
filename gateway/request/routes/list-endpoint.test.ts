import { expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { listEndpoint } from './list-endpoint.ts';

// The list is written before the burst can refuse the call. Without a cache, each call of a flood would take 3 ms.
it('the list is written once in each language, and only answers calls in that language', async () => {
  const { plugins } = await loadPlugins([]);
  const { respond } = listEndpoint('/api/v1', plugins, 'https://api.example.com');
  const ask = (language: 'de' | 'hi', authenticated = true) =>
    respond({ method: 'GET', query: [], contentType: undefined, body: null, language, authenticated, requestId: 'r' });
  expect(ask('de')).toBe(ask('de'));
  expect(JSON.parse(String(ask('de').body))).toMatchObject({ language: 'de' });
  expect(JSON.parse(String(ask('hi').body))).toMatchObject({ language: 'hi' });
  expect(JSON.parse(String(ask('de', false).body))).toMatchObject({ _api_metadata_: { authenticated: false } });
});
