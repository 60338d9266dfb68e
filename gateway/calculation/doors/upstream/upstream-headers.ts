import type { IncomingHttpHeaders } from 'node:http';
import type { HeaderPicker } from '../../../marketplace/header-names.ts';
import type { Call } from '../../../request/call/call.ts';

/** Credentials of this gateway, and headers of one connection only (RFC 9110, section 7.6.1). */
const OURS =
  /^(x-api-key|authorization|cookie|proxy-.*|x-gateway-.*|x-forwarded-.*|forwarded|connection|keep-alive|te|trailer|upgrade|expect)$/;

/** Changes the headers of a request into those that the upstream gets: no credentials, and who calls. */
export function prepareHeaders(
  headers: IncomingHttpHeaders,
  { address, secure, headers: { host } }: Call,
  picker: HeaderPicker,
  identity: readonly string[],
  toWebSocket: boolean,
): void {
  const connection = String(headers.connection ?? '')
    .toLowerCase()
    .split(/\s*,\s*/);
  for (const name of Object.keys(headers)) {
    const isMarketplace = picker.mayBe(name) && picker.pick(name, '', null) !== null;
    const isListed = connection.includes(name) && name !== 'content-length' && name !== 'transfer-encoding';
    if (OURS.test(name) || isMarketplace || isListed) delete headers[name];
  }
  if (toWebSocket) Object.assign(headers, { connection: 'Upgrade', upgrade: 'websocket' });
  headers['x-forwarded-for'] = address;
  headers['x-forwarded-proto'] = secure ? 'https' : 'http';
  if (host !== undefined) headers['x-forwarded-host'] = host;
  for (let at = 0; at < identity.length; at += 2) headers[(identity[at] ?? '').toLowerCase()] = identity[at + 1];
}
