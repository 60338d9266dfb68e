import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach } from 'vitest';

type Mode = 'legacy' | 'auto';

const open: Client[] = [];
afterEach(() => Promise.all(open.splice(0).map((client) => client.close())).then(() => undefined));

/**
 * Connects the official client to a gateway until the end of the test.
 *
 * @param mode `auto` speaks the newest revision of the protocol, `legacy` those with a handshake
 */
export async function connectMcp(
  { baseUrl }: { readonly baseUrl: string },
  headers: Readonly<Record<string, string>>,
  { mode = 'auto', query = '' }: { readonly mode?: Mode; readonly query?: string } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  open.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/mcp${query}`, baseUrl), { requestInit: { headers: { ...headers } } }),
  );
  return client;
}

/** A handwritten message, and the answer with its JSON. */
export async function postMcp(
  { baseUrl }: { readonly baseUrl: string },
  headers: Readonly<Record<string, string>>,
  message: unknown,
  query = '',
): Promise<{ response: Response; body: Record<string, unknown> }> {
  const response = await fetch(`${baseUrl}/mcp${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await response.text();
  return { response, body: text === '' ? {} : JSON.parse(text) };
}

/** `tools/call` as a message of the revisions that need no other members. */
export const toolCall = (name: string, args: Readonly<Record<string, unknown>>) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});
