import { expect, it } from 'vitest';
import { loadPlugins } from '../../../plugins/sdk/loading/load.ts';
import { listEndpoint } from './list-endpoint.ts';

// A caller beyond the burst asks for the list again and again: it is made before the burst refuses it, and took 3 ms each.
it('the list is written once in each language, and never in another', async () => {
  const { plugins } = await loadPlugins([]);
  const { respond } = listEndpoint('/api/v1', plugins, 'https://api.example.com');
  const ask = (language: 'de' | 'hi', authenticated = true) =>
    respond({ method: 'GET', query: [], contentType: undefined, body: null, language, authenticated, requestId: 'r' });
  expect(ask('de')).toBe(ask('de'));
  expect(JSON.parse(String(ask('de').body))).toMatchObject({ language: 'de' });
  expect(JSON.parse(String(ask('hi').body))).toMatchObject({ language: 'hi' });
  expect(JSON.parse(String(ask('de', false).body))).toMatchObject({ _api_metadata_: { authenticated: false } });
});
