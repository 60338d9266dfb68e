import { allCalculators, likelyInput } from '../calculator-inputs.ts';
import type { Caller } from '../callers.ts';
import { type Members, mutated } from '../json-mutations.ts';
import type { Random } from '../random.ts';
import { queryOf } from '../shot.ts';
import { strangeText, strangeValue } from '../strange-values.ts';
import { posted } from './calculators.ts';
import type { Door } from './door.ts';
import { callerHeaders } from './keyed.ts';

const calculators = await allCalculators();

const REVISION = '2026-07-28';

/** Messages of the Model Context Protocol: mostly tool calls, of the old and the new revision. */
export const mcpDoor: Door = {
  name: 'mcp',
  weight: 6,
  shot(random, { callers }) {
    const caller = asBearer(random, random.weighted(callers));
    const modern = random.chance(0.3);
    const message = messageOf(random, modern);
    const text = random.chance(0.9)
      ? JSON.stringify(message)
      : JSON.stringify(Object.fromEntries(mutated(random, message)));
    const own = modern ? ['MCP-Protocol-Version', REVISION, 'Mcp-Method', String(message.method)] : [];
    const lang: [string, string][] = random.chance(0.1) ? [['lang', random.pick(['de', 'hi', 'xx'])]] : [];
    return {
      method: random.chance(0.97) ? 'POST' : random.pick(['GET', 'DELETE', 'HEAD']),
      target: `/mcp${queryOf([...lang, ...caller.query])}`,
      ...posted(random, text, [...callerHeaders(random, caller), ...own]),
      ...(caller.refused === null ? {} : { mustFail: caller.refused }),
      ...(caller.client === null ? {} : { client: caller.client, units: unitsOfMessage }),
      secrets: caller.secrets,
    };
  },
};

function asBearer(random: Random, caller: Caller): Caller {
  const [name, key = ''] = caller.headers;
  if (name !== 'X-API-Key' || caller.headers.length > 2 || random.chance(0.5)) return caller;
  return { ...caller, headers: ['Authorization', `Bearer ${key}`] };
}

function messageOf(random: Random, modern: boolean): Members {
  const method = random.chance(0.8)
    ? 'tools/call'
    : random.pick(['initialize', 'tools/list', 'ping', 'resources/list', 'notifications/initialized', 'x']);
  const id = random.chance(0.95) ? 1 : strangeValue(random);
  const meta = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  return { jsonrpc: '2.0', id, method, params: { ...paramsOf(random, method), ...(modern ? meta : {}) } };
}

function paramsOf(random: Random, method: string): Members {
  if (method === 'tools/list') return random.chance(0.5) ? {} : { cursor: random.pick(['50', '', 'x', 'NTA=', '-1']) };
  if (method === 'initialize') {
    return {
      protocolVersion: random.pick(['2025-06-18', '2024-11-05', 'x']),
      capabilities: {},
      clientInfo: { name: 'f', version: '1' },
    };
  }
  if (method !== 'tools/call') return {};
  if (random.chance(0.05)) return { name: 'find-calculator', arguments: { query: strangeText(random) } };
  const { calculator } = random.pick(calculators);
  const input = likelyInput(random, calculator);
  const given = random.chance(0.85) ? input : Object.fromEntries(mutated(random, input));
  return { name: random.chance(0.97) ? calculator.name : strangeText(random), arguments: given };
}

interface ToolAnswer {
  readonly result?: {
    readonly isError?: boolean;
    readonly structuredContent?: { readonly _api_metadata_?: { readonly endpoint_name: string } };
  };
}

/** One unit per successful calculation; the list and the search are free. */
function unitsOfMessage(body: string): number {
  if (body === '') return 0;
  const { result }: ToolAnswer = JSON.parse(body);
  const name = result?.structuredContent?._api_metadata_?.endpoint_name;
  return result?.isError === true || name === undefined || name === 'find-calculator' ? 0 : 1;
}
